import { useI18n } from '../../../i18n/i18n.ts'
import type { Charge } from '../figures.ts'
import classes from './share-bar.module.css'
import { Won } from './won.tsx'

/** The price as a bar, divided into its three shares. */
export function ShareBar({ charge }: { charge: Charge }) {
  const { t, number } = useI18n()
  const text = (micros: number) => number(micros / 1_000_000, { decimals: 6 })
  const label = t('playground.share.label', {
    price: text(charge.priceMicros),
    publisher: text(charge.publisherMicros),
    network: text(charge.networkMicros),
    user: text(charge.userMicros),
  })
  return (
    <div className={classes.bar} role="img" aria-label={label}>
      <i className={classes.publisher} style={{ flexGrow: charge.publisherMicros }} />
      <i className={classes.network} style={{ flexGrow: charge.networkMicros }} />
      <i className={classes.user} style={{ flexGrow: charge.userMicros }} />
    </div>
  )
}

export function EmptyShareBar() {
  return <div className={`${classes.bar} ${classes.none}`} />
}

const shares = ['publisher', 'network', 'user'] as const

/** Who received how much; with `app`, what each share is. */
export function ShareList({ charge, app }: { charge: Charge; app?: string }) {
  const { t } = useI18n()
  const amountOf = {
    publisher: charge.publisherMicros,
    network: charge.networkMicros,
    user: charge.userMicros,
  }
  const percentOf = (micros: number) => Math.round((100 * micros) / charge.priceMicros)
  return (
    <dl className={app ? classes.shares : `${classes.shares} ${classes.rows}`}>
      {shares.map((share) => (
        <div key={share}>
          <dt>
            <i className={`${classes.dot} ${classes[share]}`} aria-hidden="true" />
            {t(`playground.share.${share}`)}
          </dt>
          <dd>
            <Won micros={amountOf[share]} />
          </dd>
          {app ? (
            <dd className={classes.hint}>
              {t(`playground.share.${share}Hint`, { percent: percentOf(amountOf[share]), app })}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}
