import type { Clause, LegalDocument } from '../content/legal/legal-document.ts'

/** Plain text to be read: also shown in the sign-up's frame, without header and footer. */
export function LegalPage({ document }: { document: LegalDocument }) {
  return (
    <article className="wrap legal">
      <h1>{document.title}</h1>
      <p className="note">{document.effective}</p>
      <p className="lead">{document.intro}</p>
      {document.clauses.map((clause) => (
        <ClauseText key={clause.heading} clause={clause} />
      ))}
    </article>
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
