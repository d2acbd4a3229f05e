import { ButtonLink } from '../components/button.tsx'
import { common } from '../content/common.ts'
import { support } from '../content/support.ts'
import type { Language } from '../language.ts'
import classes from './support.module.css'

/** Only an alert. OK goes back to the previous page, or home. */
export function SupportPage({ language }: { language: Language }) {
  const t = support[language]
  return (
    <div className={classes.page}>
      <div className={classes.card} role="alertdialog" aria-labelledby="alert" aria-describedby="alert-text">
        <h1 id="alert">{t.alert}</h1>
        <p id="alert-text">{t.text}</p>
        <ButtonLink look="primary" href="/" data-back>
          {common[language].ok}
        </ButtonLink>
      </div>
    </div>
  )
}
