import type { ReactNode } from 'react'
import { benefit } from './content/benefit.ts'
import { help } from './content/help.ts'
import { home } from './content/home.ts'
import type { LegalDocument } from './content/legal/legal-document.ts'
import { privacy } from './content/legal/privacy.ts'
import { termsAdvertiser } from './content/legal/terms-advertiser.ts'
import { termsPublisher } from './content/legal/terms-publisher.ts'
import { mediation } from './content/mediation.ts'
import { publisher } from './content/publisher.ts'
import { resource } from './content/resource.ts'
import { sdk } from './content/sdk.ts'
import { games } from './content/showcase.ts'
import { apps } from './content/showcase-apps.ts'
import { start } from './content/start.ts'
import { support } from './content/support.ts'
import type { Language, Words } from './language.ts'
import { BenefitPage } from './pages/benefit.tsx'
import { HelpPage } from './pages/help.tsx'
import { HomePage } from './pages/home.tsx'
import { LegalPage } from './pages/legal.tsx'
import { MediationPage } from './pages/mediation.tsx'
import { PublisherPage } from './pages/publisher.tsx'
import { ResourcePage } from './pages/resource.tsx'
import { SdkPage } from './pages/sdk.tsx'
import { ShowcasePage } from './pages/showcase.tsx'
import { StartPage } from './pages/start.tsx'
import { SupportPage } from './pages/support.tsx'

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

interface PageWords {
  title: string
  description: string
  headline: string
}

function page(name: string, words: Words<PageWords>, body: SitePage['body']): SitePage {
  const { en, ko } = words
  return { name, path: `/${name}`, head: words, headline: { en: en.headline, ko: ko.headline }, body }
}

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
  page('home-benefit', benefit, (language) => <BenefitPage language={language} />),
  page('home-start', start, (language) => <StartPage language={language} />),
  page('home-sdk', sdk, (language) => <SdkPage language={language} />),
  page('home-resource', resource, (language) => <ResourcePage language={language} />),
  page('home-game', games, (language) => (
    <ShowcasePage language={language} words={games[language]} otherPath="/home-app" />
  )),
  page('home-app', apps, (language) => (
    <ShowcasePage language={language} words={apps[language]} otherPath="/home-game" />
  )),
  page('home-mediation', mediation, (language) => <MediationPage language={language} />),
  page('home-publisher', publisher, (language) => <PublisherPage language={language} />),
  page('home-help', help, (language) => <HelpPage language={language} />),
  {
    name: 'home-support',
    path: '/home-support',
    head: support,
    headline: { en: support.en.alert, ko: support.ko.alert },
    bare: true,
    body: (language) => <SupportPage language={language} />,
  },
  legalPage('terms-advertiser', termsAdvertiser),
  legalPage('terms-publisher', termsPublisher),
  legalPage('privacy', privacy),
]
