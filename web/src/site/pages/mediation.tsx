import { FactTable } from '../components/fact-table.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import { Heading, PageHead } from '../components/text.tsx'
import { mediation } from '../content/mediation.ts'
import type { Language } from '../language.ts'

export function MediationPage({ language }: { language: Language }) {
  const t = mediation[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <section className="wrap section">
        <Heading title={t.ways.heading} lead={t.ways.lead} />
        <FeatureGrid features={t.ways.features} icons={['route', 'stack', 'split']} />
      </section>
      <section className="wrap section">
        <Heading title={t.adapter.heading} lead={t.adapter.lead} />
        <FactTable {...t.adapter} />
      </section>
      <section className="wrap section">
        <Heading title={t.facts.heading} />
        <FeatureGrid features={t.facts.features} icons={['clock', 'check', 'chart']} />
      </section>
      <section className="wrap section">
        <div className="panel wide">
          <h2>{t.partners.heading}</h2>
          <p className="lead">{t.partners.text}</p>
          <a className="button primary large" href="/home-help#contact">
            {t.partners.link}
          </a>
        </div>
      </section>
    </>
  )
}
