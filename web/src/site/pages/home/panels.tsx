import { Chip } from '../../components/chip.tsx'
import surface from '../../components/surface.module.css'
import { CheckList, Lines } from '../../components/text.tsx'
import type { HomeWords } from '../../content/home.ts'
import { Icon } from '../../drawings/icon.tsx'
import classes from './panels.module.css'

const sampleBids = [8_680, 7_440, 5_580] as const

export function AdvertiserPanel({ t }: { t: HomeWords }) {
  const words = t.advertisers
  return (
    <section className={surface.panel}>
      <Chip tone="line">{words.chip}</Chip>
      <h2 className={classes.title}>
        <Lines lines={words.heading} />
      </h2>
      <CheckList points={words.points} />
      <div className={`${surface.card} ${classes.sample}`}>
        <p className={classes.sampleHead}>
          <b>{words.who}</b>
          <Chip tone="ok">
            <Icon name="gavel" size={14} />
            {words.pays}
          </Chip>
        </p>
        {sampleBids.map((bid, index) => (
          <p key={bid} className={`${classes.bid} ${index === 0 ? classes.first : ''}`}>
            <span>{words.bids[index]}</span>
            <span className={classes.bidBar}>
              <i style={{ width: `${(bid / sampleBids[0]) * 100}%` }} />
            </span>
            <b>{bid.toLocaleString('en-US')}</b>
          </p>
        ))}
      </div>
    </section>
  )
}

/** The sum above the bars is the sum of these days. The last day has not ended, so its bar is hatched. */
const sampleDays = [42_310, 43_180, 46_275, 58_020, 61_540, 45_890, 27_780] as const
const barHeightMaxPx = 60

export function PublisherPanel({ t }: { t: HomeWords }) {
  const words = t.publishers
  const sum = sampleDays.reduce((total, day) => total + day, 0)
  const highest = Math.max(...sampleDays)
  return (
    <section className={surface.panel}>
      <Chip tone="line">{words.chip}</Chip>
      <h2 className={classes.title}>
        <Lines lines={words.heading} />
      </h2>
      <CheckList points={words.points} />
      <div className={`${surface.card} ${classes.sample}`}>
        <p className={classes.sampleHead}>
          <b>{words.revenue}</b>
          <span className={classes.sum}>
            <b>{sum.toLocaleString('en-US')}</b> {t.unit}
          </span>
        </p>
        <div className={classes.days} aria-hidden="true">
          {sampleDays.map((day, index) => (
            <span key={day}>
              <i style={{ height: `${(day / highest) * barHeightMaxPx}px` }} />
              {words.days[index]}
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}
