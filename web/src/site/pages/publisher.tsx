import { CallToAction } from '../components/call-to-action.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import { SamplePicture } from '../components/sample-picture.tsx'
import { CheckList, Heading, PageHead } from '../components/text.tsx'
import { common } from '../content/common.ts'
import { type PublisherWords, publisher } from '../content/publisher.ts'
import type { Language } from '../language.ts'

export function PublisherPage({ language }: { language: Language }) {
  const t = publisher[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <section className="wrap section">
        <Heading title={t.gets.heading} />
        <FeatureGrid
          features={t.gets.features}
          icons={['split', 'stack', 'file', 'users', 'gift', 'shield']}
        />
      </section>
      <PayoutCalendar words={t.calendar} />
      <section className="wrap section">
        <div className="panel wide">
          <h2>{t.asks.heading}</h2>
          <p className="lead">{t.asks.lead}</p>
          <CheckList points={t.asks.points} />
        </div>
      </section>
      <Partners words={t.partners} sample={common[language].sample} />
      <CallToAction language={language} {...t.action} />
    </>
  )
}

function PayoutCalendar({ words }: { words: PublisherWords['calendar'] }) {
  return (
    <section className="wrap section">
      <Heading title={words.heading} lead={words.lead} />
      <figure className="calendar" aria-label={words.about}>
        {words.marks.map(([when, what]) => (
          <p key={when}>
            <b>{when}</b>
            {what}
          </p>
        ))}
      </figure>
      <p className="note">{words.note}</p>
    </section>
  )
}

function Partners({ words, sample }: { words: PublisherWords['partners']; sample: string }) {
  return (
    <section className="wrap section">
      <Heading title={words.heading} lead={words.lead} />
      <ul className="three-cards">
        {words.items.map((partner) => (
          <li key={partner.name} className="card partner">
            <SamplePicture picture={partner.picture} />
            <p className="sample-line">
              <span className="chip warn">{sample}</span> {partner.kind}
            </p>
            <h3>{partner.name}</h3>
            <p>{partner.text}</p>
            <dl>
              {partner.facts.map(([label, fact]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{fact}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}
