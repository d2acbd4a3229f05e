import type { ReactNode } from 'react'
import { DemoOnly } from '../components/demo-only.tsx'
import { Unseen } from '../components/text.tsx'
import { type CommonWords, common } from '../content/common.ts'
import { Icon } from '../drawings/icon.tsx'
import { Logo } from '../drawings/logo.tsx'
import type { Language } from '../language.ts'
import classes from './footer.module.css'
import { Wrap } from './section.tsx'

export function Footer({ language, path }: { language: Language; path: string }) {
  const t = common[language]
  return (
    <footer className={classes.footer}>
      <Wrap>
        <div className={classes.columns}>
          <div className={classes.about}>
            <Logo height={30} />
            <p>{t.footer.about}</p>
          </div>
          <ProductColumn t={t} />
          <Column title={t.footer.explore}>
            <a href="/home-game">{t.footer.games}</a>
            <a href="/home-app">{t.footer.apps}</a>
            <a href="/home-mediation">{t.footer.mediation}</a>
            <a href="/home-publisher">{t.footer.publishers}</a>
          </Column>
          <Column title={t.footer.help}>
            <a href="/home-resource">{t.nav.resource}</a>
            <a href="/home-help#contact">{t.footer.contact}</a>
            <a href="/home-support">{t.footer.support}</a>
            <a href="/admin">{t.footer.operators}</a>
          </Column>
          <Column title={t.footer.legal}>
            <LegalLink t={t} to="/privacy" label={t.footer.privacy} />
            <LegalLink t={t} to="/terms-advertiser" label={t.footer.advertiserTerms} />
            <LegalLink t={t} to="/terms-publisher" label={t.footer.publisherTerms} />
          </Column>
        </div>
        <div className={classes.end}>
          <span>© 2026 Voltline</span>
          <LanguageSwitch language={language} path={path} label={t.footer.language} />
        </div>
      </Wrap>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav className={classes.column} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </nav>
  )
}

function ProductColumn({ t }: { t: CommonWords }) {
  return (
    <Column title={t.footer.product}>
      <a href="/home-benefit">{t.nav.benefit}</a>
      <a href="/home-start">{t.nav.start}</a>
      <a href="/home-sdk">{t.nav.sdk}</a>
      <a href="/quality">{t.footer.quality}</a>
      <DemoOnly>
        <a href="/playground">{t.footer.playground}</a>
      </DemoOnly>
    </Column>
  )
}

function LegalLink({ t, to, label }: { t: CommonWords; to: string; label: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {label}
      <Unseen> ({t.footer.newTab})</Unseen>
      <Icon name="external" size={14} />
    </a>
  )
}

/** Plain links work without JavaScript; the script also stores the choice for the consoles. */
function LanguageSwitch({ language, path, label }: { language: Language; path: string; label: string }) {
  const choice = (to: Language, text: string, name: string) => (
    <a
      href={`${path}?lang=${to}`}
      hrefLang={to}
      lang={to}
      data-language={to}
      aria-label={name}
      aria-current={to === language ? 'true' : undefined}
    >
      {text}
    </a>
  )
  return (
    <fieldset className={classes.languages} aria-label={label}>
      {choice('ko', 'KOR', 'KOR, 한국어')}
      {choice('en', 'ENG', 'ENG, English')}
    </fieldset>
  )
}
