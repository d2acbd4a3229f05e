import { ButtonLink } from '../components/button.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import surface from '../components/surface.module.css'
import { DefinitionTable } from '../components/table/definition-table.tsx'
import { Lead } from '../components/text.tsx'
import { mediation } from '../content/mediation.ts'
import type { Language } from '../language.ts'
import { Heading, PageHead, Section } from '../layout/section.tsx'

export function MediationPage({ language }: { language: Language }) {
  const t = mediation[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Section>
        <Heading title={t.ways.heading} lead={t.ways.lead} />
        <FeatureGrid features={t.ways.features} icons={['route', 'stack', 'split']} />
      </Section>
      <Section>
        <Heading title={t.adapter.heading} lead={t.adapter.lead} />
        <DefinitionTable {...t.adapter} />
      </Section>
      <Section>
        <Heading title={t.behaviour.heading} />
        <FeatureGrid features={t.behaviour.features} icons={['clock', 'check', 'chart']} />
      </Section>
      <Section>
        <div className={`${surface.panel} ${surface.wide}`}>
          <h2>{t.partners.heading}</h2>
          <Lead>{t.partners.text}</Lead>
          <ButtonLink look="primary" size="large" href="/home-help#contact">
            {t.partners.link}
          </ButtonLink>
        </div>
      </Section>
    </>
  )
}
