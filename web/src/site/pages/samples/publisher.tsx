import { CallToAction } from '../../components/call-to-action.tsx'
import { FeatureGrid } from '../../components/feature-grid.tsx'
import grid from '../../components/grid.module.css'
import surface from '../../components/surface.module.css'
import { CheckList, Lead, Note } from '../../components/text.tsx'
import { common } from '../../content/common.ts'
import { type PublisherWords, publisher } from '../../content/publisher.ts'
import { SamplePicture } from '../../drawings/sample-picture.tsx'
import type { Language } from '../../language.ts'
import { Heading, PageHead, Section } from '../../layout/section.tsx'
import { FigureList } from './figure-list.tsx'
import classes from './publisher.module.css'
import { SampleLine } from './sample-line.tsx'

export function PublisherPage({ language }: { language: Language }) {
  const t = publisher[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Section>
        <Heading title={t.gets.heading} />
        <FeatureGrid
          features={t.gets.features}
          icons={['split', 'stack', 'file', 'users', 'gift', 'shield']}
        />
      </Section>
      <PayoutCalendar words={t.calendar} />
      <Section>
        <div className={`${surface.panel} ${surface.wide}`}>
          <h2>{t.asks.heading}</h2>
          <Lead>{t.asks.lead}</Lead>
          <CheckList points={t.asks.points} />
        </div>
      </Section>
      <Partners words={t.partners} sample={common[language].sample} />
      <CallToAction language={language} {...t.action} />
    </>
  )
}

function PayoutCalendar({ words }: { words: PublisherWords['calendar'] }) {
  return (
    <Section>
      <Heading title={words.heading} lead={words.lead} />
      <figure className={classes.calendar} aria-label={words.about}>
        {words.marks.map(([when, text]) => (
          <p key={when}>
            <b>{when}</b>
            {text}
          </p>
        ))}
      </figure>
      <Note>{words.note}</Note>
    </Section>
  )
}

function Partners({ words, sample }: { words: PublisherWords['partners']; sample: string }) {
  return (
    <Section>
      <Heading title={words.heading} lead={words.lead} />
      <ul className={grid.three}>
        {words.items.map((partner) => (
          <li key={partner.name} className={`${surface.card} ${classes.partner}`} data-testid="sample-card">
            <SamplePicture picture={partner.picture} />
            <SampleLine sample={sample} kind={partner.kind} />
            <h3>{partner.name}</h3>
            <p>{partner.text}</p>
            <FigureList figures={partner.figures} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
