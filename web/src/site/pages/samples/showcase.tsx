import { CallToAction } from '../../components/call-to-action.tsx'
import { Chip, Chips } from '../../components/chip.tsx'
import grid from '../../components/grid.module.css'
import surface from '../../components/surface.module.css'
import { MoreLink } from '../../components/text.tsx'
import { common } from '../../content/common.ts'
import type { SampleApp, ShowcaseWords } from '../../content/showcase.ts'
import { SamplePicture } from '../../drawings/sample-picture.tsx'
import type { Language } from '../../language.ts'
import { Heading, PageHead, Section } from '../../layout/section.tsx'
import { SampleLine } from './sample-line.tsx'
import classes from './showcase.module.css'

interface ShowcaseProps {
  language: Language
  words: ShowcaseWords
  /** The sister page: apps for games, games for apps. */
  otherPath: string
}

export function ShowcasePage({ language, words, otherPath }: ShowcaseProps) {
  return (
    <>
      <PageHead title={words.headline} lead={words.lead}>
        <MoreLink href={otherPath}>{words.other}</MoreLink>
      </PageHead>
      <Section>
        <Heading title={words.samples.heading} lead={words.samples.lead} />
        <ul className={grid.three}>
          {words.samples.items.map((app) => (
            <SampleCard key={app.name} app={app} sample={common[language].sample} />
          ))}
        </ul>
      </Section>
      <Section>
        <Heading title={words.moments.heading} lead={words.moments.lead} />
        <ul className={classes.moments}>
          {words.moments.items.map(([moment, unit, text]) => (
            <li key={moment}>
              <h3>{moment}</h3>
              <Chip tone="line">{unit}</Chip>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction language={language} {...words.action} />
    </>
  )
}

function SampleCard({ app, sample }: { app: SampleApp; sample: string }) {
  return (
    <li className={`${surface.card} ${classes.app}`} data-testid="sample-card">
      <SamplePicture picture={app.picture} />
      <div>
        <SampleLine sample={sample} kind={app.genre} />
        <h3>{app.name}</h3>
        <p>{app.text}</p>
        <Chips className={classes.units}>
          {app.units.map((unit) => (
            <Chip key={unit}>{unit}</Chip>
          ))}
        </Chips>
      </div>
    </li>
  )
}
