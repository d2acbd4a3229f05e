import type { ActionType, DemoDecision } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/page/card.tsx'
import shared from '../../ui/theme/shared.module.css'
import { chargedOf, isBilling } from './figures.ts'
import billing from './tap/billing.module.css'
import { EmptyShareBar, ShareBar, ShareList } from './tap/share-bar.tsx'
import { Won } from './tap/won.tsx'
import classes from './visit-panel.module.css'

/** The events of an offer, in the order in which they can happen. */
const order: readonly ActionType[] = ['IMPRESSION', 'WATCH', 'CLICK', 'INSTALL', 'ACTION']

function Tap(props: { decision: DemoDecision; isShown: boolean; onShow(): void }) {
  const { decision } = props
  const { t } = useI18n()
  const winner = decision.bids.find((bid) => bid.outcome === 'won')
  const furthest = order.findLast((action) => decision.events.some((event) => event.action === action))
  const product = t(`playground.visit.tap.${decision.product}`)
  const charge = chargedOf([decision])
  return (
    <li>
      <button type="button" className={classes.tap} aria-pressed={props.isShown} onClick={props.onShow}>
        <span>
          <b>{winner ? `${product} ${t(`playground.visit.outcome.${furthest ?? 'offered'}`)}` : product}</b>
          <span>{winner?.name ?? t('playground.visit.noAd')}</span>
          <time className={shared.mono}>{new Date(decision.at).toLocaleTimeString('en-GB')}</time>
        </span>
        <b className={classes.amount}>
          {isBilling([decision]) ? (
            <span className={billing.billing}>{t('playground.visit.billing')}</span>
          ) : (
            <Won micros={charge.priceMicros} />
          )}
        </b>
      </button>
    </li>
  )
}

/** The whole visit: its charges, its taps, and how to use the SDK in another app. */
export function VisitPanel(props: {
  decisions: readonly DemoDecision[]
  shown: DemoDecision | undefined
  onShow(number: number): void
}) {
  const { decisions } = props
  const { t } = useI18n()
  const charge = chargedOf(decisions)
  return (
    <aside className={classes.panel}>
      <Card label={t('playground.visit.charged')}>
        <p className={shared.quiet}>{t('playground.visit.charged')}</p>
        <p className={classes.total}>
          <Won micros={charge.priceMicros} /> <small>{t('ui.krw')}</small>
        </p>
        {charge.priceMicros > 0 ? <ShareBar charge={charge} /> : <EmptyShareBar />}
        <ShareList charge={charge} />
      </Card>
      <Card label={t('playground.visit.taps')}>
        <h2>{t('playground.visit.taps')}</h2>
        {decisions.length === 0 ? <p className={shared.quiet}>{t('playground.visit.noTaps')}</p> : null}
        <ul className={classes.taps}>
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
      <section className={classes.sdk}>
        <h2>{t('playground.visit.sdkTitle')}</h2>
        <p>{t('playground.visit.sdkText')}</p>
        <a href="/home-sdk">{t('playground.visit.sdk')}</a>
      </section>
    </aside>
  )
}
