import { CallToAction } from '../components/call-to-action.tsx'
import { Icon } from '../components/icon.tsx'
import { SamplePicture } from '../components/sample-picture.tsx'
import { Heading, PageHead } from '../components/text.tsx'
import { common } from '../content/common.ts'
import type { SampleApp, ShowcaseWords } from '../content/showcase.ts'
import type { Language } from '../language.ts'

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
        <a className="more" href={otherPath}>
          {words.other}
          <Icon name="arrow" size={18} />
        </a>
      </PageHead>
      <section className="wrap section">
        <Heading title={words.samples.heading} lead={words.samples.lead} />
        <ul className="three-cards">
          {words.samples.items.map((app) => (
            <SampleCard key={app.name} app={app} sample={common[language].sample} />
          ))}
        </ul>
      </section>
      <section className="wrap section">
        <Heading title={words.moments.heading} lead={words.moments.lead} />
        <ul className="moments">
          {words.moments.items.map(([moment, unit, text]) => (
            <li key={moment}>
              <h3>{moment}</h3>
              <span className="chip line">{unit}</span>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <CallToAction language={language} {...words.action} />
    </>
  )
}

function SampleCard({ app, sample }: { app: SampleApp; sample: string }) {
  return (
    <li className="card sample-app">
      <SamplePicture picture={app.picture} />
      <div>
        <p className="sample-line">
          <span className="chip warn">{sample}</span> {app.genre}
        </p>
        <h3>{app.name}</h3>
        <p>{app.text}</p>
        <p className="chips">
          {app.units.map((unit) => (
            <span key={unit} className="chip">
              {unit}
            </span>
          ))}
        </p>
      </div>
    </li>
  )
}
