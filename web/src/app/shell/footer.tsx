import { useMantineColorScheme } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './footer.module.css'

function LanguageSwitch() {
  const { t, language, setLanguage } = useI18n()
  return (
    <fieldset className={classes.languageSwitch} aria-label={t('shell.language')}>
      <button type="button" lang="ko" aria-pressed={language === 'ko'} onClick={() => setLanguage('ko')}>
        KOR
      </button>
      <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => setLanguage('en')}>
        ENG
      </button>
    </fieldset>
  )
}

function ThemeSelect() {
  const { t } = useI18n()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = [
    { value: 'auto', label: t('shell.theme.system') },
    { value: 'light', label: t('shell.theme.light') },
    { value: 'dark', label: t('shell.theme.dark') },
  ] as const
  return (
    <select
      className={classes.themeSelect}
      aria-label={t('shell.theme.label')}
      value={colorScheme}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value)
        if (chosen) setColorScheme(chosen.value)
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

/** The consoles' one-line form of the footer; its links open pages outside the consoles. */
export function Footer() {
  const { t } = useI18n()
  const links = [
    { href: '/privacy', label: t('shell.footer.privacy') },
    { href: '/terms-advertiser', label: t('shell.footer.advertiserTerms') },
    { href: '/terms-publisher', label: t('shell.footer.publisherTerms') },
    { href: '/quality', label: t('shell.footer.quality') },
    { href: '/home-help', label: t('shell.footer.help') },
  ]
  return (
    <footer className={classes.footer}>
      <span>{t('shell.footer.copyright', { year: new Date().getFullYear() })}</span>
      <nav aria-label={t('shell.footer.links')}>
        {links.map((link) => (
          <a key={link.href} href={link.href} target="_blank" rel="noreferrer">
            {link.label}
          </a>
        ))}
        <a href="/admin">{t('shell.adminConsole')}</a>
      </nav>
      <span className={classes.footerEnd}>
        <ThemeSelect />
        <LanguageSwitch />
      </span>
    </footer>
  )
}
