import { useI18n } from '../i18n/i18n.ts'

/** The first thing the keyboard meets. */
export function SkipLink() {
  const { t } = useI18n()
  return (
    <a className="skip-link" href="#content">
      {t('shell.skip')}
    </a>
  )
}
