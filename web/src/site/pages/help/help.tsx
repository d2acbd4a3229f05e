import surface from '../../components/surface.module.css'
import { Lead } from '../../components/text.tsx'
import { type HelpWords, help } from '../../content/help.ts'
import { Icon } from '../../drawings/icon.tsx'
import type { Language } from '../../language.ts'
import { PageHead, Section, Wrap } from '../../layout/section.tsx'
import { ContactForm } from './contact-form.tsx'
import classes from './help.module.css'

export function HelpPage({ language }: { language: Language }) {
  const t = help[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Wrap className={classes.questions}>
        {t.groups.map(([title, questions]) => (
          <Questions key={title} title={title} questions={questions} />
        ))}
      </Wrap>
      <Section id="contact">
        <div className={`${surface.panel} ${classes.contact}`}>
          <div className={classes.contactHead}>
            <h2>{t.contact.heading}</h2>
            <Lead>{t.contact.lead}</Lead>
          </div>
          <ContactForm language={language} />
        </div>
      </Section>
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
