import { billedOn, type DemoDecision, type DemoEvent, type PricingModel } from '@voltline/contract'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { AuctionTable } from './auction-table.tsx'
import type { Exchange } from './bridge.ts'
import { ShareBar, ShareList } from './share-bar.tsx'

const clockOf = (iso: string): string => new Date(iso).toLocaleTimeString('en-GB')

function Step(props: {
  time: string
  title: string
  code?: string
  state?: 'done' | 'waiting' | 'bad'
  children?: ReactNode
}) {
  return (
    <li className={`pg-step pg-step-${props.state ?? 'done'}`}>
      <time className="mono">{props.time}</time>
      <i className="pg-step-dot" aria-hidden="true" />
      <div className="pg-step-body">
        <h3>
          {props.title} {props.code ? <code className="mono">{props.code}</code> : null}
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

/** An event on disk, what billing has made of it, and where its money went. */
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
        <p className={isOpen ? 'pg-step-text pg-billing' : 'pg-step-text'}>{text.state(event)}</p>
        {repeats > 0 ? (
          <p className="pg-step-text">{t('playground.tap.repeats', { count: repeats })}</p>
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
          <div className="pg-moved">
            <ShareBar charge={charge} />
            <ShareList charge={charge} app={app} />
          </div>
        </Step>
      ) : null}
    </>
  )
}

/** What the phone tried to report and has not brought through. */
export const unsentOf = (exchanges: readonly Exchange[]): Exchange[] => {
  const last = new Map<string, Exchange>()
  for (const one of exchanges) {
    if (one.path === '/sdk/v1/event') last.set(`${one.token} ${one.action}`, one)
  }
  return [...last.values()].filter((one) => one.state === 'failed')
}

function useAskedText(decision: DemoDecision, exchanges: readonly Exchange[]): string {
  const { t } = useI18n()
  const asked = exchanges.findLast(
    (one) =>
      one.path === '/sdk/v1/ad' &&
      (decision.offer
        ? one.token === decision.offer.token
        : one.medID === decision.medID && one.token === ''),
  )
  const ms =
    asked && asked.ms > 0
      ? ` · ${t('playground.tap.answeredIn', { ms: Math.max(1, Math.round(asked.ms)) })}`
      : ''
  return `POST /sdk/v1/ad${ms}`
}

/** What comes next, for whoever does not know what to tap. */
function nextOf(decision: DemoDecision, billingType: PricingModel | undefined): DemoEvent['action'] | null {
  if (!billingType) return null
  const has = (action: DemoEvent['action']) => decision.events.some((event) => event.action === action)
  if (!has('IMPRESSION')) return 'IMPRESSION'
  const paid = billedOn[billingType]
  return has(paid) ? null : paid
}

/** One request of the app from its decision to the money, step by step. */
export function Timeline(props: { decision: DemoDecision; exchanges: readonly Exchange[]; app: string }) {
  const { decision, exchanges, app } = props
  const { t } = useI18n()
  const asked = useAskedText(decision, exchanges)
  const billingType = decision.bids.find((bid) => bid.outcome === 'won')?.billingType
  const token = decision.offer?.token
  const ofOffer = exchanges.filter((one) => token && one.token === token && one.state === 'answered')
  const clicks = ofOffer.filter((one) => one.action === 'CLICK').length
  const repeatsOf = (action: string) =>
    action === 'CLICK'
      ? Math.max(0, clicks - 1)
      : ofOffer.filter((one) => one.action === action && one.repeated).length
  const unsent = unsentOf(exchanges).filter((one) => one.token === token)
  const text = useEventText(decision, billingType ?? 'CPM')
  const next = nextOf(decision, billingType)
  const counts = { count: decision.bids.length, bids: decision.bids.filter((bid) => bid.terms).length }
  const refusal = decision.answer === 'EXCEEDED_IMPRESSION' ? 'EXCEEDED_IMPRESSION' : 'AD_NOTFOUND'
  return (
    <ol className="pg-steps">
      <Step time={clockOf(decision.at)} title={t('playground.tap.asked')} code={asked} />
      <Step
        time=""
        title={t(decision.offer ? 'playground.tap.oneWon' : 'playground.tap.noneWon', counts)}
        code={decision.offer ? t('playground.tap.rankIs') : decision.answer}
        state={decision.offer ? 'done' : 'bad'}
      >
        <AuctionTable decision={decision} />
        {decision.offer ? null : <p className="pg-step-text">{t(`playground.tap.refused.${refusal}`)}</p>}
      </Step>
      {billingType
        ? decision.events.map((event) => (
            <EventSteps
              key={event.action}
              {...{ decision, event, billingType, app, repeats: repeatsOf(event.action) }}
            />
          ))
        : null}
      {unsent.map((one) => (
        <Step key={one.action} time="" title={text.title(one.action as DemoEvent['action'])} state="waiting">
          <p className="pg-step-text">{t('playground.tap.unsent')}</p>
        </Step>
      ))}
      {next && unsent.length === 0 ? (
        <Step time="" title={t(`playground.tap.next.${next}`)} state="waiting" />
      ) : null}
    </ol>
  )
}
