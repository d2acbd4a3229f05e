import { billedOn, type DemoDecision, type DemoEvent, type PricingModel } from '@voltline/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import shared from '../../../ui/theme/shared.module.css'
import type { Exchange } from '../phone/bridge.ts'
import { AuctionTable } from './auction-table.tsx'
import billing from './billing.module.css'
import { ShareBar, ShareList } from './share-bar.tsx'
import classes from './timeline.module.css'

const clockOf = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB')

function Step(props: {
  time: string
  title: string
  code?: string
  state?: 'done' | 'waiting' | 'bad'
  children?: ReactNode
}) {
  return (
    <li className={`${classes.step} ${props.state && props.state !== 'done' ? classes[props.state] : ''}`}>
      <time className={shared.mono}>{props.time}</time>
      <i className={classes.dot} aria-hidden="true" />
      <div>
        <h3>
          {props.title} {props.code ? <code className={shared.mono}>{props.code}</code> : null}
        </h3>
        {props.children}
      </div>
    </li>
  )
}

function useEventText(decision: DemoDecision, billingType: PricingModel) {
  const { t } = useI18n()
  return {
    title: (action: DemoEvent['action']) =>
      action === 'WATCH' && decision.product === 'INTERSTITIAL'
        ? t('playground.tap.closed')
        : t(`playground.tap.event.${action}`),
    state({ action, state }: DemoEvent): string {
      if (state === 'INVALID' && action === 'INSTALL') return t('playground.tap.repeatedInstall')
      return t(`playground.tap.state.${state}`, {
        what: t(`playground.tap.what.${billingType}`),
        type: billingType,
      })
    },
  }
}

/** A recorded event, its state in billing, and how its price was shared. */
function EventSteps(props: {
  decision: DemoDecision
  event: DemoEvent
  billingType: PricingModel
  repeats: number
  app: string
}) {
  const { decision, event, repeats, app } = props
  const { t, number } = useI18n()
  const text = useEventText(decision, props.billingType)
  const code = t(event.action === 'INSTALL' ? 'playground.tap.postback' : 'playground.tap.accepted', {
    action: event.action,
  })
  const isOpen = event.state === 'BILLING' || event.state === 'WAITING'
  const { charge } = event
  return (
    <>
      <Step
        time={clockOf(event.at)}
        title={text.title(event.action)}
        code={code}
        state={isOpen ? 'waiting' : event.state === 'INVALID' ? 'bad' : 'done'}
      >
        <p className={isOpen ? `${classes.text} ${billing.billing}` : classes.text}>{text.state(event)}</p>
        {repeats > 0 ? (
          <p className={classes.text}>{t('playground.tap.repeats', { count: repeats })}</p>
        ) : null}
      </Step>
      {charge ? (
        <Step
          time=""
          title={t('playground.tap.moved', {
            price: number(charge.priceMicros / 1_000_000, { decimals: 2 }),
          })}
          code={t('playground.tap.movedHint')}
        >
          <div className={classes.moved}>
            <ShareBar charge={charge} />
            <ShareList charge={charge} app={app} />
          </div>
        </Step>
      ) : null}
    </>
  )
}

/** Events that the phone has not managed to send. */
export const unsentOf = (exchanges: readonly Exchange[]): Exchange[] => {
  const last = new Map<string, Exchange>()
  for (const exchange of exchanges) {
    if (exchange.path === '/sdk/v1/event') last.set(`${exchange.token} ${exchange.action}`, exchange)
  }
  return [...last.values()].filter(({ state }) => state === 'failed')
}

function useRequestText(decision: DemoDecision, exchanges: readonly Exchange[]): string {
  const { t } = useI18n()
  const request = exchanges.findLast(
    ({ path, token, medID }) =>
      path === '/sdk/v1/ad' &&
      (decision.offer ? token === decision.offer.token : medID === decision.medID && token === ''),
  )
  const ms =
    request && request.ms > 0
      ? ` · ${t('playground.tap.answeredIn', { ms: Math.max(1, Math.round(request.ms)) })}`
      : ''
  return `POST /sdk/v1/ad${ms}`
}

/** The event that a visitor should cause next, or null when the offer has been billed. */
function nextOf(decision: DemoDecision, billingType: PricingModel | undefined): DemoEvent['action'] | null {
  if (!billingType) return null
  const has = (action: DemoEvent['action']) => decision.events.some((event) => event.action === action)
  if (!has('IMPRESSION')) return 'IMPRESSION'
  const paid = billedOn[billingType]
  return has(paid) ? null : paid
}

/** One ad request from its auction to its charge, step by step. */
export function Timeline(props: { decision: DemoDecision; exchanges: readonly Exchange[]; app: string }) {
  const { decision, exchanges, app } = props
  const { t } = useI18n()
  const request = useRequestText(decision, exchanges)
  const billingType = decision.bids.find((bid) => bid.outcome === 'won')?.billingType
  const token = decision.offer?.token
  const ofOffer = exchanges.filter(
    (exchange) => token && exchange.token === token && exchange.state === 'answered',
  )
  const clicks = ofOffer.filter((exchange) => exchange.action === 'CLICK').length
  const repeatsOf = (action: string) =>
    action === 'CLICK'
      ? Math.max(0, clicks - 1)
      : ofOffer.filter((exchange) => exchange.action === action && exchange.repeated).length
  const unsent = unsentOf(exchanges).filter((exchange) => exchange.token === token)
  const text = useEventText(decision, billingType ?? 'CPM')
  const next = nextOf(decision, billingType)
  const counts = { count: decision.bids.length, bids: decision.bids.filter((bid) => bid.terms).length }
  const refusal = decision.answer === 'EXCEEDED_IMPRESSION' ? 'EXCEEDED_IMPRESSION' : 'AD_NOTFOUND'
  return (
    <ol>
      <Step time={clockOf(decision.at)} title={t('playground.tap.asked')} code={request} />
      <Step
        time=""
        title={t(decision.offer ? 'playground.tap.oneWon' : 'playground.tap.noneWon', counts)}
        code={decision.offer ? t('playground.tap.rankIs') : decision.answer}
        state={decision.offer ? 'done' : 'bad'}
      >
        <AuctionTable decision={decision} />
        {decision.offer ? null : <p className={classes.text}>{t(`playground.tap.refused.${refusal}`)}</p>}
      </Step>
      {billingType
        ? decision.events.map((event) => (
            <EventSteps
              key={event.action}
              {...{ decision, event, billingType, app, repeats: repeatsOf(event.action) }}
            />
          ))
        : null}
      {unsent.map(({ action }) => (
        <Step key={action} time="" title={text.title(action as DemoEvent['action'])} state="waiting">
          <p className={classes.text}>{t('playground.tap.unsent')}</p>
        </Step>
      ))}
      {next && unsent.length === 0 ? (
        <Step time="" title={t(`playground.tap.next.${next}`)} state="waiting" />
      ) : null}
    </ol>
  )
}
