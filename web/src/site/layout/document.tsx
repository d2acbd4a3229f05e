import '../../tokens.css'
import '../base.css'
import { originPlaceholder as origin } from '@voltline/contract'
import type { ReactNode } from 'react'
import { common } from '../content/common.ts'
import { type Language, siteLanguages } from '../language.ts'
import { DialogTemplate } from './dialog-template.tsx'
import classes from './document.module.css'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

export interface Assets {
  style: string
  font: string
  headScript: string
  mainScript: string
  icon: string
  socialCard: string
}

export interface DocumentProps {
  language: Language
  path: string
  title: string
  description: string
  /** Bare pages have neither header nor footer. */
  bare: boolean
  assets: Assets
  children: ReactNode
}

export function SiteDocument({ language, path, bare, assets, children, ...head }: DocumentProps) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assets.style} />
        <script src={assets.headScript} />
        <script type="module" src={assets.mainScript} />
        <link rel="icon" type="image/svg+xml" href={assets.icon} />
        <link rel="canonical" href={`${origin}${path}?lang=${language}`} />
        {siteLanguages.map((other) => (
          <link key={other} rel="alternate" hrefLang={other} href={`${origin}${path}?lang=${other}`} />
        ))}
        <SocialCard {...head} language={language} path={path} image={origin + assets.socialCard} />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b0f19" media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        {!bare && (
          <a className={classes.skip} href="#main">
            {common[language].skip}
          </a>
        )}
        {!bare && <Header language={language} path={path} />}
        <main id="main">{children}</main>
        {!bare && <Footer language={language} path={path} />}
        {!bare && <DialogTemplate />}
      </body>
    </html>
  )
}

interface SocialCardProps {
  title: string
  description: string
  language: Language
  path: string
  image: string
}

function SocialCard({ title, description, language, path, image }: SocialCardProps) {
  return (
    <>
      <meta property="og:site_name" content="Voltline" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={language === 'ko' ? 'ko_KR' : 'en_US'} />
      <meta property="og:url" content={`${origin}${path}?lang=${language}`} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
