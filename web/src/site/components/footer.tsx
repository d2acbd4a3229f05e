import { type CommonWords, common } from '../content/common.ts'
import type { Language } from '../language.ts'
import { DemoOnly } from './demo-only.tsx'
import { Icon } from './icon.tsx'
import { Logo } from './logo.tsx'

export function Footer({ language, path }: { language: Language; path: string }) {
  const t = common[language]
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="footer-columns">
          <div className="footer-about">
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
        <div className="footer-end">
          <span>© 2026 Voltline</span>
          <LanguageSwitch language={language} path={path} label={t.footer.language} />
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <nav className="footer-column" aria-label={title}>
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
      <span className="unseen"> ({t.footer.newTab})</span>
      <Icon name="external" size={14} />
    </a>
  )
}

/** Plain links, so the switch works without JavaScript; the script keeps the choice in local storage too. */
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
    <fieldset className="language-switch" aria-label={label}>
      {choice('ko', 'KOR', 'KOR, 한국어')}
      {choice('en', 'ENG', 'ENG, English')}
    </fieldset>
  )
}
