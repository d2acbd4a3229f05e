import { ContactForm } from '../components/contact-form.tsx'
import { Icon } from '../components/icon.tsx'
import { PageHead } from '../components/text.tsx'
import { type HelpWords, help } from '../content/help.ts'
import type { Language } from '../language.ts'

export function HelpPage({ language }: { language: Language }) {
  const t = help[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <div className="wrap questions">
        {t.groups.map(([title, questions]) => (
          <Questions key={title} title={title} questions={questions} />
        ))}
      </div>
      <section className="wrap section" id="contact">
        <div className="panel contact">
          <div className="contact-head">
            <h2>{t.contact.heading}</h2>
            <p className="lead">{t.contact.lead}</p>
          </div>
          <ContactForm language={language} />
        </div>
      </section>
    </>
  )
}

function Questions({ title, questions }: { title: string; questions: HelpWords['groups'][number][1] }) {
  return (
    <section>
      <h2>{title}</h2>
      {questions.map(([question, answer]) => (
        <details key={question}>
          <summary>
            {question}
            <Icon name="down" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </section>
  )
}
