import { CallToAction } from '../components/call-to-action.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import { ShareTable } from '../components/share-table.tsx'
import { CheckList, Heading, PageHead } from '../components/text.tsx'
import { type BenefitWords, benefit } from '../content/benefit.ts'
import type { Language } from '../language.ts'

export function BenefitPage({ language }: { language: Language }) {
  const t = benefit[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <section className="wrap section" id="advertisers">
        <Heading title={t.advertisers.heading} lead={t.advertisers.lead} />
        <FeatureGrid
          features={t.advertisers.features}
          icons={['gavel', 'lock', 'stack', 'clock', 'shield', 'chart']}
        />
      </section>
      <section className="wrap section" id="publishers">
        <Heading title={t.publishers.heading} lead={t.publishers.lead} />
        <FeatureGrid
          features={t.publishers.features}
          icons={['split', 'stack', 'gift', 'shield', 'code', 'bank']}
        />
      </section>
      <section className="wrap section" id="shares">
        <Heading title={t.shares.heading} lead={t.shares.lead} />
        <ShareTable words={t.shares} />
        <p className="note table-note">{t.shares.note}</p>
      </section>
      <section className="wrap section" id="users">
        <Heading title={t.users.heading} lead={t.users.lead} />
        <FeatureGrid features={t.users.features} icons={['scale', 'wallet', 'users']} />
      </section>
      <Mainnet words={t.mainnet} />
      <CallToAction language={language} {...t.action} />
    </>
  )
}

function Mainnet({ words }: { words: BenefitWords['mainnet'] }) {
  return (
    <section className="wrap section" id="mainnet">
      <div className="volt-panel tall">
        <div className="volt-head">
          <h2>{words.heading}</h2>
          <p>{words.lead}</p>
        </div>
        <ol>
          {words.steps.map((step) => (
            <li key={step.title}>
              <b>{step.title}</b>
              <span>{step.text}</span>
            </li>
          ))}
        </ol>
        <div className="volt-lists">
          {[words.stays, words.open].map((list) => (
            <div key={list.heading}>
              <h3>{list.heading}</h3>
              <CheckList points={list.points} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
