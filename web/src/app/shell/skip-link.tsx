import { useI18n } from '../../i18n/i18n.ts'
import classes from './skip-link.module.css'

/** The first element that the keyboard reaches. */
export function SkipLink() {
  const { t } = useI18n()
  return (
    <a className={classes.skipLink} href="#content">
      {t('shell.skip')}
    </a>
  )
}
