import type { SitePath } from '@voltline/contract'
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
import { quality } from './content/quality.ts'
import { resource } from './content/resource.ts'
import { sdk } from './content/sdk.ts'
import { games } from './content/showcase.ts'
import { apps } from './content/showcase-apps.ts'
import { start } from './content/start.ts'
import { support } from './content/support.ts'
import type { Language, Words } from './language.ts'
import { BenefitPage } from './pages/benefit.tsx'
import { HelpPage } from './pages/help/help.tsx'
import { HomePage } from './pages/home/home.tsx'
import { LegalPage } from './pages/legal.tsx'
import { MediationPage } from './pages/mediation.tsx'
import { QualityPage } from './pages/quality.tsx'
import { PublisherPage } from './pages/samples/publisher.tsx'
import { ResourcePage } from './pages/samples/resource.tsx'
import { ShowcasePage } from './pages/samples/showcase.tsx'
import { SdkPage } from './pages/sdk.tsx'
import { StartPage } from './pages/start.tsx'
import { SupportPage } from './pages/support.tsx'

export interface SitePage {
  head: Words<{ title: string; description: string }>
  /** Printed large on the social card. */
  headline: Words<string>
  /** Neither header nor footer. */
  bare?: boolean
  body: (language: Language) => ReactNode
}

interface PageWords {
  title: string
  description: string
  headline: string
}

const page = (words: Words<PageWords>, body: SitePage['body']): SitePage => ({
  head: words,
  headline: { en: words.en.headline, ko: words.ko.headline },
  body,
})

const legalPage = (documents: Words<LegalDocument>): SitePage => ({
  head: {
    en: { title: `${documents.en.title} | Voltline`, description: documents.en.description },
    ko: { title: `${documents.ko.title} | Voltline`, description: documents.ko.description },
  },
  headline: { en: documents.en.title, ko: documents.ko.title },
  body: (language) => <LegalPage document={documents[language]} />,
})

/** The content of every public page. A path of the contract without a page does not compile. */
export const sitePages: Readonly<Record<SitePath, SitePage>> = {
  '/': {
    head: {
      en: { title: home.en.title, description: home.en.lead },
      ko: { title: home.ko.title, description: home.ko.lead },
    },
    headline: { en: home.en.headline.join(' '), ko: home.ko.headline.join(' ') },
    body: (language) => <HomePage language={language} />,
  },
  '/home-benefit': page(benefit, (language) => <BenefitPage language={language} />),
  '/home-start': page(start, (language) => <StartPage language={language} />),
  '/home-sdk': page(sdk, (language) => <SdkPage language={language} />),
  '/home-resource': page(resource, (language) => <ResourcePage language={language} />),
  '/home-game': page(games, (language) => (
    <ShowcasePage language={language} words={games[language]} otherPath="/home-app" />
  )),
  '/home-app': page(apps, (language) => (
    <ShowcasePage language={language} words={apps[language]} otherPath="/home-game" />
  )),
  '/home-mediation': page(mediation, (language) => <MediationPage language={language} />),
  '/home-publisher': page(publisher, (language) => <PublisherPage language={language} />),
  '/home-help': page(help, (language) => <HelpPage language={language} />),
  '/home-support': {
    head: support,
    headline: { en: support.en.alert, ko: support.ko.alert },
    bare: true,
    body: (language) => <SupportPage language={language} />,
  },
  '/terms-advertiser': legalPage(termsAdvertiser),
  '/terms-publisher': legalPage(termsPublisher),
  '/privacy': legalPage(privacy),
  '/quality': page(quality, (language) => <QualityPage language={language} />),
}
