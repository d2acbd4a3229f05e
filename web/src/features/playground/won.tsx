import { useI18n } from '../../i18n/i18n.ts'
import { restOf } from './figures.ts'

/** An amount to the last micro-won: what is below the second decimal stands smaller behind it. */
export function Won({ micros }: { micros: number }) {
  const { number } = useI18n()
  const rest = restOf(micros)
  return (
    <span className="pg-won">
      {number(micros / 1_000_000, { decimals: 2 })}
      {rest ? <small>{rest}</small> : null}
    </span>
  )
}
