import { CallToAction } from '../components/call-to-action.tsx'
import { FeatureGrid } from '../components/feature-grid.tsx'
import { ShareTable } from '../components/table/share-table.tsx'
import { Note } from '../components/text.tsx'
import { VoltPanel } from '../components/volt-panel.tsx'
import { type BenefitWords, benefit } from '../content/benefit.ts'
import type { Language } from '../language.ts'
import { Heading, PageHead, Section } from '../layout/section.tsx'
import classes from './benefit.module.css'

export function BenefitPage({ language }: { language: Language }) {
  const t = benefit[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Section id="advertisers">
        <Heading title={t.advertisers.heading} lead={t.advertisers.lead} />
        <FeatureGrid
          features={t.advertisers.features}
          icons={['gavel', 'lock', 'stack', 'clock', 'shield', 'chart']}
        />
      </Section>
      <Section id="publishers">
        <Heading title={t.publishers.heading} lead={t.publishers.lead} />
        <FeatureGrid
          features={t.publishers.features}
          icons={['split', 'stack', 'gift', 'shield', 'code', 'bank']}
        />
      </Section>
      <Section id="shares">
        <Heading title={t.shares.heading} lead={t.shares.lead} />
        <ShareTable words={t.shares} />
        <Note className={classes.tableNote}>{t.shares.note}</Note>
      </Section>
      <Section id="users">
        <Heading title={t.users.heading} lead={t.users.lead} />
        <FeatureGrid features={t.users.features} icons={['scale', 'wallet', 'users']} />
      </Section>
      <Mainnet words={t.mainnet} />
      <CallToAction language={language} {...t.action} />
    </>
  )
}

function Mainnet({ words }: { words: BenefitWords['mainnet'] }) {
  return (
    <Section id="mainnet">
      <VoltPanel
        steps={words.steps.map(({ title, text }) => [title, text])}
        lists={[words.stays, words.open]}
      >
        <h2>{words.heading}</h2>
        <p>{words.lead}</p>
      </VoltPanel>
    </Section>
  )
}
