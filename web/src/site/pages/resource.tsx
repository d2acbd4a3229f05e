import { GuideCover } from '../components/guide-cover.tsx'
import { Icon } from '../components/icon.tsx'
import { Logo } from '../components/logo.tsx'
import { CheckList, Heading, PageHead } from '../components/text.tsx'
import { common } from '../content/common.ts'
import { type ResourceWords, resource, type Story } from '../content/resource.ts'
import type { Language } from '../language.ts'

export function ResourcePage({ language }: { language: Language }) {
  const t = resource[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Guides words={t.guides} />
      <LogoFiles words={t.logo} />
      <section className="wrap section" id="stories">
        <Heading title={t.stories.heading} lead={t.stories.lead} />
        <ul className="three-cards">
          {t.stories.items.map((story) => (
            <StoryCard
              key={story.headline}
              story={story}
              words={t.stories}
              sample={common[language].sample}
            />
          ))}
        </ul>
      </section>
    </>
  )
}

function Guides({ words }: { words: ResourceWords['guides'] }) {
  const [english, korean] = words.languages
  return (
    <section className="wrap section" id="guides">
      <Heading title={words.heading} lead={words.lead} />
      <ul className="three-cards">
        {words.items.map(([name, title, text]) => (
          <li key={name} className="card guide">
            <GuideCover guide={name} />
            <h3>{title}</h3>
            <p>{text}</p>
            <p className="downloads">
              <DownloadLink file={`voltline-${name}-guide-en.pdf`} label={english} about={`${title}, PDF`} />
              <DownloadLink file={`voltline-${name}-guide-ko.pdf`} label={korean} about={`${title}, PDF`} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DownloadLink({ file, label, about }: { file: string; label: string; about: string }) {
  return (
    <a className="button outline small" href={`/downloads/${file}`} download>
      <Icon name="download" size={18} />
      <span className="unseen">{about}, </span>
      {label}
    </a>
  )
}

function LogoFiles({ words }: { words: ResourceWords['logo'] }) {
  const grounds = [
    { ground: 'light', name: words.onLight },
    { ground: 'dark', name: words.onDark },
  ] as const
  return (
    <section className="wrap section" id="logo">
      <Heading title={words.heading} lead={words.lead} />
      <div className="two-cards">
        {grounds.map(({ ground, name }) => (
          <div key={ground} className={`logo-ground ${ground}`} data-theme={ground}>
            <Logo height={64} />
            <p>{name}</p>
            <p className="downloads">
              <DownloadLink file={`voltline-logo-${ground}.png`} label={words.png} about={name} />
              <DownloadLink file={`voltline-logo-${ground}.ai`} label={words.ai} about={name} />
              <DownloadLink file={`voltline-logo-${ground}.svg`} label={words.svg} about={name} />
            </p>
          </div>
        ))}
      </div>
      <div className="logo-rules">
        <CheckList points={words.rules} />
      </div>
    </section>
  )
}

function StoryCard({
  story,
  words,
  sample,
}: {
  story: Story
  words: ResourceWords['stories']
  sample: string
}) {
  return (
    <li className="card story">
      <p className="chips">
        <span className="chip warn">{sample}</span>
        <span className="chip">{story.kind}</span>
      </p>
      <h3>{story.headline}</h3>
      <p>
        <b>{words.before}</b> {story.situation}
      </p>
      <p>
        <b>{words.done}</b> {story.done}
      </p>
      <dl>
        {story.figures.map(([figure, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
