import { common } from '../content/common.ts'
import { support } from '../content/support.ts'
import type { Language } from '../language.ts'

/** Nothing but the alert. OK goes back to where the visitor came from, or home. */
export function SupportPage({ language }: { language: Language }) {
  const t = support[language]
  return (
    <div className="alert-page">
      <div className="alert-card" role="alertdialog" aria-labelledby="alert" aria-describedby="alert-text">
        <h1 id="alert">{t.alert}</h1>
        <p id="alert-text">{t.text}</p>
        <a className="button primary" href="/" data-back>
          {common[language].ok}
        </a>
      </div>
    </div>
  )
}
