import { sampleEcpm, sdkMinimums } from '@voltline/contract'
import { ButtonLink } from '../../components/button.tsx'
import { DemoOnly } from '../../components/demo-only.tsx'
import grid from '../../components/grid.module.css'
import surface from '../../components/surface.module.css'
import { Lead, Lines, MoreLink, Note } from '../../components/text.tsx'
import { VoltPanel } from '../../components/volt-panel.tsx'
import { common } from '../../content/common.ts'
import { type HomeWords, home } from '../../content/home.ts'
import { Icon, type IconName } from '../../drawings/icon.tsx'
import { PartingLine } from '../../drawings/parting-line.tsx'
import type { Language } from '../../language.ts'
import { Heading, Section, Wrap } from '../../layout/section.tsx'
import { Formats } from './formats.tsx'
import classes from './home.module.css'
import { AdvertiserPanel, PublisherPanel } from './panels.tsx'

/** Fixed figures that show what the terms mean, not traffic. eCPM × impressions ÷ 1,000 = revenue. */
const sampleFigures = {
  ecpm: sampleEcpm,
  impressions: 12_000_000,
  revenue: (sampleEcpm * 12_000_000) / 1_000,
  users: 400_000,
} as const

export function HomePage({ language }: { language: Language }) {
  const t = home[language]
  return (
    <>
      <Hero t={t} language={language} />
      <Wrap>
        <PartingLine language={language} />
        <SampleFigures words={t.figures} />
      </Wrap>
      <Section id="benefits">
        <div className={grid.panels}>
          <AdvertiserPanel t={t} />
          <PublisherPanel t={t} />
          <p className={classes.panelsMore}>
            <MoreLink href="/home-benefit">{t.more}</MoreLink>
          </p>
        </div>
      </Section>
      <Formats words={t.formats} />
      <Section>
        <VoltPanel steps={t.volts.steps}>
          <h2>
            <Lines lines={t.volts.heading} />
          </h2>
          <p>{t.volts.text}</p>
          <ButtonLink look="ink" size="large" href="/home-benefit#mainnet">
            {t.volts.action}
          </ButtonLink>
        </VoltPanel>
      </Section>
      <Sdks words={t.sdk} />
    </>
  )
}

function Hero({ t, language }: { t: HomeWords; language: Language }) {
  return (
    <Wrap className={classes.hero}>
      <h1>
        <Lines lines={t.headline} />
      </h1>
      <div className={classes.heroSide}>
        <Lead>{t.lead}</Lead>
        <p className={classes.actions}>
          <ButtonLink look="primary" size="large" href="/signup-email">
            {common[language].join}
          </ButtonLink>
          <DemoOnly>
            <ButtonLink look="bare" size="large" href="/playground">
              {t.playground}
              <Icon name="arrow" size={18} />
            </ButtonLink>
          </DemoOnly>
        </p>
      </div>
    </Wrap>
  )
}

function SampleFigures({ words }: { words: HomeWords['figures'] }) {
  const figures: [figure: number, label: string][] = [
    [sampleFigures.ecpm, words.ecpm],
    [sampleFigures.impressions, words.impressions],
    [sampleFigures.revenue, words.revenue],
    [sampleFigures.users, words.users],
  ]
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([figure, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <Note className={classes.figuresNote}>{words.note}</Note>
    </>
  )
}

function Sdks({ words }: { words: HomeWords['sdk'] }) {
  const sdks: [icon: IconName, name: string, requirement: string][] = [
    ['apple', 'iOS', words.ios.replace('{version}', sdkMinimums.iosToolchain)],
    ['android', 'Android', words.android.replace('{version}', sdkMinimums.androidApiLevel)],
    ['unity', 'Unity', words.unity.replace('{version}', sdkMinimums.unity)],
    ['unreal', 'Unreal', words.unreal],
  ]
  return (
    <Section>
      <div className={classes.headingRow}>
        <Heading title={words.heading} lead={words.lead} />
        <ButtonLink look="outline" size="large" href="/home-sdk">
          {words.all}
        </ButtonLink>
      </div>
      <ul className={grid.four}>
        {sdks.map(([icon, name, requirement]) => (
          <li key={name}>
            <a className={`${surface.card} ${classes.sdk}`} href={`/home-sdk#${name.toLowerCase()}`}>
              <Icon name={icon} size={24} />
              <span>
                <b>{name}</b>
                {requirement}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
