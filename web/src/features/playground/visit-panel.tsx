import type { ActionType, DemoDecision } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/parts.tsx'
import { chargedOf, isBilling } from './figures.ts'
import { ShareBar, ShareList } from './share-bar.tsx'
import { Won } from './won.tsx'

/** From the least to the furthest that an offer can come. */
const order: readonly ActionType[] = ['IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION']

function Tap(props: { decision: DemoDecision; isShown: boolean; onShow(): void }) {
  const { decision } = props
  const { t } = useI18n()
  const winner = decision.bids.find((bid) => bid.outcome === 'won')
  const furthest = order.findLast((action) => decision.events.some((event) => event.action === action))
  const what = t(`playground.visit.tap.${decision.product}`)
  const charge = chargedOf([decision])
  return (
    <li>
      <button type="button" className="pg-tap" aria-pressed={props.isShown} onClick={props.onShow}>
        <span>
          <b>{winner ? `${what} ${t(`playground.visit.outcome.${furthest ?? 'offered'}`)}` : what}</b>
          <span>{winner?.name ?? t('playground.visit.noAd')}</span>
          <time className="mono">{new Date(decision.at).toLocaleTimeString('en-GB')}</time>
        </span>
        <b className="pg-tap-money">
          {isBilling([decision]) ? (
            <span className="pg-billing">{t('playground.visit.billing')}</span>
          ) : (
            <Won micros={charge.priceMicros} />
          )}
        </b>
      </button>
    </li>
  )
}

/** All of the visit: its money, its taps, and the way to do the same in one's own app. */
export function VisitPanel(props: {
  decisions: readonly DemoDecision[]
  shown: DemoDecision | undefined
  onShow(number: number): void
}) {
  const { decisions } = props
  const { t } = useI18n()
  const charge = chargedOf(decisions)
  return (
    <aside className="pg-visit">
      <Card label={t('playground.visit.charged')}>
        <p className="quiet">{t('playground.visit.charged')}</p>
        <p className="pg-total">
          <Won micros={charge.priceMicros} /> <small>{t('ui.krw')}</small>
        </p>
        {charge.priceMicros > 0 ? <ShareBar charge={charge} /> : <div className="pg-share pg-share-none" />}
        <ShareList charge={charge} />
      </Card>
      <Card label={t('playground.visit.taps')}>
        <h2>{t('playground.visit.taps')}</h2>
        {decisions.length === 0 ? <p className="quiet">{t('playground.visit.noTaps')}</p> : null}
        <ul className="pg-taps">
          {decisions.map((decision) => (
            <Tap
              key={decision.number}
              decision={decision}
              isShown={decision === props.shown}
              onShow={() => props.onShow(decision.number)}
            />
          ))}
        </ul>
      </Card>
      <section className="pg-ink">
        <h2>{t('playground.visit.sdkTitle')}</h2>
        <p>{t('playground.visit.sdkText')}</p>
        <a href="/home-sdk">{t('playground.visit.sdk')}</a>
      </section>
    </aside>
  )
}
