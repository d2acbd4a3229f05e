import { Lead, Note } from '../components/text.tsx'
import type { Clause, LegalDocument } from '../content/legal/legal-document.ts'
import { Wrap } from '../layout/section.tsx'
import classes from './legal.module.css'

/** Also shown in the sign-up's frame, without header and footer. */
export function LegalPage({ document }: { document: LegalDocument }) {
  return (
    <Wrap as="article" className={classes.legal}>
      <h1>{document.title}</h1>
      <Note className={classes.effective}>{document.effective}</Note>
      <Lead>{document.intro}</Lead>
      {document.clauses.map((clause) => (
        <ClauseText key={clause.heading} clause={clause} />
      ))}
    </Wrap>
  )
}

function ClauseText({ clause }: { clause: Clause }) {
  return (
    <section>
      <h2>{clause.heading}</h2>
      {clause.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {clause.list && (
        <ul>
          {clause.list.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
