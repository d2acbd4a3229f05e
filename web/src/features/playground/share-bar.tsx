import { useI18n } from '../../i18n/i18n.ts'
import type { Charge } from './figures.ts'
import { Won } from './won.tsx'

/** The price as a line that parts; the parts are as long as they are large. */
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
    <div className="pg-share" role="img" aria-label={label}>
      <i className="pg-share-publisher" style={{ flexGrow: charge.publisherMicros }} />
      <i className="pg-share-network" style={{ flexGrow: charge.networkMicros }} />
      <i className="pg-share-user" style={{ flexGrow: charge.userMicros }} />
    </div>
  )
}

const parts = ['publisher', 'network', 'user'] as const

/** Who got how much; with `app`, what each part is. */
export function ShareList({ charge, app }: { charge: Charge; app?: string }) {
  const { t } = useI18n()
  const amountOf = {
    publisher: charge.publisherMicros,
    network: charge.networkMicros,
    user: charge.userMicros,
  }
  const percentOf = (micros: number) => Math.round((100 * micros) / charge.priceMicros)
  return (
    <dl className={app ? 'pg-parts' : 'pg-parts pg-parts-rows'}>
      {parts.map((part) => (
        <div key={part}>
          <dt>
            <i className={`pg-dot pg-share-${part}`} aria-hidden="true" />
            {t(`playground.share.${part}`)}
          </dt>
          <dd>
            <Won micros={amountOf[part]} />
          </dd>
          {app ? (
            <dd className="hint">
              {t(`playground.share.${part}Hint`, { percent: percentOf(amountOf[part]), app })}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}
