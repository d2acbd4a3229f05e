import { ButtonLink } from '../../components/button.tsx'
import { Chip, Chips } from '../../components/chip.tsx'
import grid from '../../components/grid.module.css'
import surface from '../../components/surface.module.css'
import { CheckList, Unseen } from '../../components/text.tsx'
import { common } from '../../content/common.ts'
import { type ResourceWords, resource, type Story } from '../../content/resource.ts'
import { GuideCover } from '../../drawings/guide-cover.tsx'
import { Icon } from '../../drawings/icon.tsx'
import { Logo } from '../../drawings/logo.tsx'
import type { Language } from '../../language.ts'
import { Heading, PageHead, Section } from '../../layout/section.tsx'
import { FigureList } from './figure-list.tsx'
import classes from './resource.module.css'

export function ResourcePage({ language }: { language: Language }) {
  const t = resource[language]
  const { sample } = common[language]
  return (
    <>
      <PageHead title={t.headline} lead={t.lead} />
      <Guides words={t.guides} />
      <LogoFiles words={t.logo} />
      <Section id="stories">
        <Heading title={t.stories.heading} lead={t.stories.lead} />
        <ul className={grid.three}>
          {t.stories.items.map((story) => (
            <StoryCard key={story.headline} story={story} words={t.stories} sample={sample} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function Guides({ words }: { words: ResourceWords['guides'] }) {
  const [english, korean] = words.languages
  return (
    <Section id="guides">
      <Heading title={words.heading} lead={words.lead} />
      <ul className={grid.three}>
        {words.items.map(([name, title, text]) => (
          <li key={name} className={`${surface.card} ${classes.guide}`}>
            <GuideCover guide={name} />
            <h3>{title}</h3>
            <p>{text}</p>
            <p className={classes.downloads}>
              <DownloadLink file={`voltline-${name}-guide-en.pdf`} label={english} about={`${title}, PDF`} />
              <DownloadLink file={`voltline-${name}-guide-ko.pdf`} label={korean} about={`${title}, PDF`} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function DownloadLink({ file, label, about }: { file: string; label: string; about: string }) {
  return (
    <ButtonLink look="outline" size="small" href={`/downloads/${file}`} download>
      <Icon name="download" size={18} />
      <Unseen>{about}, </Unseen>
      {label}
    </ButtonLink>
  )
}

function LogoFiles({ words }: { words: ResourceWords['logo'] }) {
  const grounds = [
    { ground: 'light', name: words.onLight },
    { ground: 'dark', name: words.onDark },
  ] as const
  return (
    <Section id="logo">
      <Heading title={words.heading} lead={words.lead} />
      <div className={grid.two}>
        {grounds.map(({ ground, name }) => (
          <div key={ground} className={classes.ground} data-theme={ground}>
            <Logo height={64} />
            <p>{name}</p>
            <p className={classes.downloads}>
              <DownloadLink file={`voltline-logo-${ground}.png`} label={words.png} about={name} />
              <DownloadLink file={`voltline-logo-${ground}.ai`} label={words.ai} about={name} />
              <DownloadLink file={`voltline-logo-${ground}.svg`} label={words.svg} about={name} />
            </p>
          </div>
        ))}
      </div>
      <div className={classes.rules}>
        <CheckList points={words.rules} />
      </div>
    </Section>
  )
}

interface StoryCardProps {
  story: Story
  words: ResourceWords['stories']
  sample: string
}

function StoryCard({ story, words, sample }: StoryCardProps) {
  return (
    <li className={`${surface.card} ${classes.story}`} data-testid="sample-card">
      <Chips>
        <Chip tone="warn">{sample}</Chip>
        <Chip>{story.kind}</Chip>
      </Chips>
      <h3>{story.headline}</h3>
      <p>
        <b>{words.before}</b> {story.situation}
      </p>
      <p>
        <b>{words.done}</b> {story.done}
      </p>
      <FigureList figures={story.figures.map(([figure, label]) => [label, figure])} />
    </li>
  )
}
