import { FeatureGrid } from '../components/feature-grid.tsx'
import { Icon } from '../components/icon.tsx'
import { CheckList, Heading, PageHead } from '../components/text.tsx'
import { type StartWords, start } from '../content/start.ts'
import type { Language } from '../language.ts'

export function StartPage({ language }: { language: Language }) {
  const t = start[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <div className="wrap steps-wrap">
        <Steps steps={t.steps} />
        <a className="button primary large" href="/signup-email">
          {t.join}
          <Icon name="arrow" size={18} />
        </a>
      </div>
      <section className="wrap section">
        <Heading title={t.after.heading} lead={t.after.lead} />
        <div className="two-panels">
          {[t.after.advertiser, t.after.publisher].map((side) => (
            <div key={side.chip} className="panel">
              <span className="chip line">{side.chip}</span>
              <h3 className="panel-title">{side.heading}</h3>
              <CheckList points={side.points} />
            </div>
          ))}
        </div>
      </section>
      <section className="wrap section">
        <Heading title={t.need.heading} />
        <FeatureGrid features={t.need.features} icons={['stack', 'code', 'bank']} />
      </section>
    </>
  )
}

function Steps({ steps }: { steps: StartWords['steps'] }) {
  return (
    <ol className="steps">
      {steps.map((step) => (
        <li key={step.title}>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
          <p className="note">{step.facts}</p>
        </li>
      ))}
    </ol>
  )
}
