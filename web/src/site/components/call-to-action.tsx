import { common } from '../content/common.ts'
import type { Language } from '../language.ts'
import { Section } from '../layout/section.tsx'
import { ButtonLink } from './button.tsx'
import classes from './call-to-action.module.css'

/** The end of a page: what to do next. */
export function CallToAction({ language, title, text }: { language: Language; title: string; text: string }) {
  return (
    <Section>
      <div className={classes.panel}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <ButtonLink look="volt" size="large" href="/signup-email">
          {common[language].join}
        </ButtonLink>
      </div>
    </Section>
  )
}
