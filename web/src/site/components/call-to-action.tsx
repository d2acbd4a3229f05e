import { common } from '../content/common.ts'
import type { Language } from '../language.ts'

/** The last thing on a page: what to do now. */
export function CallToAction({ language, title, text }: { language: Language; title: string; text: string }) {
  return (
    <section className="wrap section">
      <div className="ink-panel">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <a className="button volt large" href="/signup-email">
          {common[language].join}
        </a>
      </div>
    </section>
  )
}
