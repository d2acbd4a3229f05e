import type { ReactNode } from 'react'
import { home } from './content/home.ts'
import type { LegalDocument } from './content/legal/legal-document.ts'
import { privacy } from './content/legal/privacy.ts'
import { termsAdvertiser } from './content/legal/terms-advertiser.ts'
import { termsPublisher } from './content/legal/terms-publisher.ts'
import type { Language, Words } from './language.ts'
import { HomePage } from './pages/home.tsx'
import { LegalPage } from './pages/legal.tsx'

export interface SitePage {
  /** Its files are `<name>.<language>.html`. */
  name: string
  path: string
  head: Words<{ title: string; description: string }>
  /** What the social card says in large letters. */
  headline: Words<string>
  bare?: boolean
  body: (language: Language) => ReactNode
}

const legalPage = (name: string, documents: Words<LegalDocument>): SitePage => ({
  name,
  path: `/${name}`,
  head: {
    en: { title: `${documents.en.title} | Voltline`, description: documents.en.description },
    ko: { title: `${documents.ko.title} | Voltline`, description: documents.ko.description },
  },
  headline: { en: documents.en.title, ko: documents.ko.title },
  body: (language) => <LegalPage document={documents[language]} />,
})

export const sitePages: readonly SitePage[] = [
  {
    name: 'home',
    path: '/',
    head: {
      en: { title: home.en.title, description: home.en.lead },
      ko: { title: home.ko.title, description: home.ko.lead },
    },
    headline: { en: home.en.headline.join(' '), ko: home.ko.headline.join(' ') },
    body: (language) => <HomePage language={language} />,
  },
  legalPage('terms-advertiser', termsAdvertiser),
  legalPage('terms-publisher', termsPublisher),
  legalPage('privacy', privacy),
]
