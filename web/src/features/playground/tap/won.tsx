import { useI18n } from '../../../i18n/i18n.ts'
import { restOf } from '../figures.ts'
import classes from './won.module.css'

/** An amount to the last micro-won; the digits below the second decimal are smaller. */
export function Won({ micros }: { micros: number }) {
  const { number } = useI18n()
  const rest = restOf(micros)
  return (
    <span className={classes.won}>
      {number(micros / 1_000_000, { decimals: 2 })}
      {rest ? <small>{rest}</small> : null}
    </span>
  )
}
