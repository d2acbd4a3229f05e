import { type HomeWords, home } from '../content/home.ts'
import type { Language } from '../language.ts'
import classes from './parting-line.module.css'

/** Heights are the shares: 84, 24 and 12 of 120. The bands touch on the left and are apart on the right. */
const bands = [
  { name: 'publisher', height: 84, left: 137, right: 58 },
  { name: 'network', height: 24, left: 223, right: 205 },
  { name: 'user', height: 12, left: 249, right: 309 },
] as const

const bend = { from: 440, middle: 600, to: 766, end: 860 } as const

/** The upper edge of a band, drawn to the right; `curveBack` draws the lower edge and closes the band. */
const curve = (left: number, right: number) =>
  `H${bend.from}C${bend.middle} ${left} ${bend.middle} ${right} ${bend.to} ${right}H${bend.end}`
const curveBack = (left: number, right: number) =>
  `H${bend.to}C${bend.middle} ${right} ${bend.middle} ${left} ${bend.from} ${left}H0Z`

function bandPath({ left, right, height }: { left: number; right: number; height: number }): string {
  return `M0 ${left}${curve(left, right)}V${right + height}${curveBack(left + height, right + height)}`
}

/** The price of one impression splits into 70, 20 and 10 percent. */
export function PartingLine({ language }: { language: Language }) {
  const t = home[language].line
  return (
    <figure className={classes.figure} aria-label={t.about}>
      <p className={`${classes.part} ${classes.price}`}>
        <b>{t.price}</b>
        <span>
          <strong>{t.priceName}</strong> {t.priceText}
        </span>
      </p>
      <svg viewBox="0 0 860 372" preserveAspectRatio="none" aria-hidden="true">
        {bands.map((band) => (
          <path key={band.name} className={`${classes.band} ${classes[band.name]}`} d={bandPath(band)} />
        ))}
        {bands.map((band) => (
          <Pulse key={band.name} band={band} />
        ))}
      </svg>
      <Part name="publisher" t={t} />
      <Part name="network" t={t} />
      <Part name="user" t={t} />
    </figure>
  )
}

/** A lighter stretch that runs along a band while the pointer is over the figure, unless motion is reduced. */
function Pulse({ band }: { band: (typeof bands)[number] }) {
  const [left, right] = [band.left + band.height / 2, band.right + band.height / 2]
  return (
    <path
      className={classes.pulse}
      d={`M0 ${left}${curve(left, right)}`}
      strokeWidth={band.height}
      pathLength={100}
      vectorEffect="non-scaling-stroke"
    />
  )
}

function Part({ name, t }: { name: 'publisher' | 'network' | 'user'; t: HomeWords['line'] }) {
  return (
    <p className={`${classes.part} ${classes[name]}`}>
      <b>{t[name]}</b>
      <span>
        <strong>{t[`${name}Name`]}</strong> {t[`${name}Text`]}
      </span>
    </p>
  )
}
