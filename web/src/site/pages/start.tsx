import { ButtonLink } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import grid from '../components/grid.module.css'
import surface from '../components/surface.module.css'
import { CheckList, Note } from '../components/text.tsx'
import { type StartWords, start } from '../content/start.ts'
import { Icon } from '../drawings/icon.tsx'
import type { Language } from '../language.ts'
import { Heading, PageHead, Section, Wrap } from '../layout/section.tsx'
import classes from './start.module.css'

export function StartPage({ language }: { language: Language }) {
  const t = start[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Wrap className={classes.intro}>
        <Steps steps={t.steps} />
        <ButtonLink look="primary" size="large" href="/signup-email">
          {t.join}
          <Icon name="arrow" size={18} />
        </ButtonLink>
      </Wrap>
      <Section>
        <Heading title={t.after.heading} lead={t.after.lead} />
        <div className={grid.panels}>
          {[t.after.advertiser, t.after.publisher].map((side) => (
            <div key={side.chip} className={surface.panel}>
              <Chip tone="line">{side.chip}</Chip>
              <h3 className={classes.panelTitle}>{side.heading}</h3>
              <CheckList points={side.points} />
            </div>
          ))}
        </div>
      </Section>
      <Section>
        <Heading title={t.need.heading} />
        <FeatureGrid features={t.need.features} icons={['stack', 'code', 'bank']} />
      </Section>
    </>
  )
}

function Steps({ steps }: { steps: StartWords['steps'] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step.title}>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
          <Note className={classes.note}>{step.note}</Note>
        </li>
      ))}
    </ol>
  )
}
