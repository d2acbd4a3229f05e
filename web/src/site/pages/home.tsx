import { sampleEcpm, sdkMinimums } from '@voltline/contract'
import { DemoOnly } from '../components/demo-only.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { PartingLine } from '../components/parting-line.tsx'
import { Phone } from '../components/phone.tsx'
import { CheckList, Heading, Lines } from '../components/text.tsx'
import { common } from '../content/common.ts'
import { type HomeWords, home } from '../content/home.ts'
import type { Language } from '../language.ts'

/** Static on purpose: they show what the figures mean and never follow traffic. eCPM × impressions ÷ 1,000 = revenue. */
const sampleFigures = {
  ecpm: sampleEcpm,
  impressions: 12_000_000,
  revenue: (sampleEcpm * 12_000_000) / 1_000,
  users: 400_000,
} as const

const whole = (figure: number) => figure.toLocaleString('en-US')

export function HomePage({ language }: { language: Language }) {
  const t = home[language]
  return (
    <>
      <div className="wrap hero">
        <h1>
          <Lines lines={t.headline} />
        </h1>
        <div className="hero-side">
          <p className="lead">{t.lead}</p>
          <p className="actions">
            <a className="button primary large" href="/signup-email">
              {common[language].join}
            </a>
            <DemoOnly>
              <a className="button bare large" href="/playground">
                {t.playground}
                <Icon name="arrow" size={18} />
              </a>
            </DemoOnly>
          </p>
        </div>
      </div>
      <div className="wrap">
        <PartingLine language={language} />
        <SampleFigures t={t} />
      </div>
      <div className="wrap section two-panels" id="benefits">
        <AdvertiserPanel t={t} />
        <PublisherPanel t={t} />
        <p className="panels-more">
          <a className="more" href="/home-benefit">
            {t.more}
            <Icon name="arrow" size={18} />
          </a>
        </p>
      </div>
      <Formats t={t} />
      <MainnetMove t={t} />
      <Sdks t={t} />
    </>
  )
}

function SampleFigures({ t }: { t: HomeWords }) {
  const figures: [number, string][] = [
    [sampleFigures.ecpm, t.figures.ecpm],
    [sampleFigures.impressions, t.figures.impressions],
    [sampleFigures.revenue, t.figures.revenue],
    [sampleFigures.users, t.figures.users],
  ]
  return (
    <>
      <dl className="sample-figures">
        {figures.map(([figure, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{whole(figure)}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{t.figures.note}</p>
    </>
  )
}

const sampleBids = [8_680, 7_440, 5_580] as const

function AdvertiserPanel({ t }: { t: HomeWords }) {
  const words = t.advertisers
  return (
    <section className="panel">
      <span className="chip line">{words.chip}</span>
      <h2 className="h2-small">
        <Lines lines={words.heading} />
      </h2>
      <CheckList points={words.points} />
      <div className="card auction">
        <p className="card-head">
          <b>{words.who}</b>
          <span className="chip ok">
            <Icon name="gavel" size={14} />
            {words.pays}
          </span>
        </p>
        {sampleBids.map((bid, place) => (
          <p key={bid} className={place === 0 ? 'bid first' : 'bid'}>
            <span>{words.bids[place]}</span>
            <span className="bid-bar">
              <i style={{ width: `${(bid / sampleBids[0]) * 100}%` }} />
            </span>
            <b>{whole(bid)}</b>
          </p>
        ))}
      </div>
    </section>
  )
}

/** The seven days add up to the sum above them. The last one is not over, so it is hatched. */
const sampleDays = [42_310, 43_180, 46_275, 58_020, 61_540, 45_890, 27_780] as const

function PublisherPanel({ t }: { t: HomeWords }) {
  const words = t.publishers
  const sum = sampleDays.reduce((total, day) => total + day, 0)
  return (
    <section className="panel">
      <span className="chip line">{words.chip}</span>
      <h2 className="h2-small">
        <Lines lines={words.heading} />
      </h2>
      <CheckList points={words.points} />
      <div className="card week">
        <p className="card-head">
          <b>{words.revenue}</b>
          <span>
            <b>{whole(sum)}</b> {t.unit}
          </span>
        </p>
        <div className="week-bars" aria-hidden="true">
          {sampleDays.map((day, place) => (
            <span key={day}>
              <i style={{ height: `${(day / 61_540) * 60}px` }} />
              {words.days[place]}
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}

function Formats({ t }: { t: HomeWords }) {
  const words = t.formats
  const formats = [
    { format: 'banner', text: words.banner, prices: ['CPM', 'nCPI', 'nCPA'] },
    { format: 'interstitial', text: words.interstitial, prices: ['CPC', 'nCPI', 'nCPA'] },
    { format: 'video', text: words.video, prices: ['CPV', 'nCPI', 'nCPA'] },
  ] as const
  return (
    <section className="wrap section">
      <Heading title={words.heading} lead={words.lead} />
      <ul className="three-cards">
        {formats.map(({ format, text: [name, about], prices }) => (
          <li key={format} className="card format">
            <Phone format={format} label={words.ad} />
            <div>
              <h3>{name}</h3>
              <p>{about}</p>
              <p className="chips">
                {prices.map((price) => (
                  <span key={price} className="chip">
                    {price}
                  </span>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function MainnetMove({ t }: { t: HomeWords }) {
  const words = t.volts
  return (
    <section className="wrap section">
      <div className="volt-panel">
        <div>
          <h2>
            <Lines lines={words.heading} />
          </h2>
          <p>{words.text}</p>
          <a className="button ink large" href="/home-benefit#mainnet">
            {words.action}
          </a>
        </div>
        <ol>
          {words.steps.map(([name, text]) => (
            <li key={name}>
              <b>{name}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Sdks({ t }: { t: HomeWords }) {
  const words = t.sdk
  const sdks: [IconName, string, string][] = [
    ['apple', 'iOS', words.ios.replace('{version}', sdkMinimums.iosToolchain)],
    ['android', 'Android', words.android.replace('{version}', sdkMinimums.androidApiLevel)],
    ['unity', 'Unity', words.unity.replace('{version}', sdkMinimums.unity)],
    ['unreal', 'Unreal', words.unreal],
  ]
  return (
    <section className="wrap section">
      <div className="heading-row">
        <Heading title={words.heading} lead={words.lead} />
        <a className="button outline large" href="/home-sdk">
          {words.all}
        </a>
      </div>
      <ul className="four-cards">
        {sdks.map(([icon, name, needs]) => (
          <li key={name}>
            <a className="card sdk-card" href={`/home-sdk#${name.toLowerCase()}`}>
              <Icon name={icon} size={24} />
              <span>
                <b>{name}</b>
                {needs}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
