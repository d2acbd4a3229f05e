import { useI18n } from '../i18n/i18n.ts'
import classes from './skip-link.module.css'

/** The first thing the keyboard meets. */
export function SkipLink() {
  const { t } = useI18n()
  return (
    <a className={classes.skipLink} href="#content">
      {t('shell.skip')}
    </a>
  )
}
