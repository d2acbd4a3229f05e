import { IconGavel } from '@tabler/icons-react'
import type { DemoBid, DemoDecision } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { Chip } from '../../ui/parts.tsx'
import { priceReason, rankOf } from './figures.ts'

const decimalsMax = 6
/** Without the zeros at its end. */
const short = (value: number): string => String(Number(value.toFixed(decimalsMax)))

function Outcome({ bid, priceMicros }: { bid: DemoBid; priceMicros: number }) {
  const { t, number } = useI18n()
  if (bid.outcome !== 'won') return t(`playground.auction.outcomes.${bid.outcome}`)
  return (
    <Chip tone="ok" icon={<IconGavel size={14} stroke={2} aria-hidden="true" />}>
      {t('playground.auction.won', { price: number(priceMicros / 1_000_000, { decimals: 2 }) })}
    </Chip>
  )
}

function BidRow({ bid, priceMicros }: { bid: DemoBid; priceMicros: number }) {
  const { t, number } = useI18n()
  const { terms } = bid
  const isCpm = bid.billingType === 'CPM'
  return (
    <tr className={bid.outcome === 'won' ? 'pg-winner' : terms ? undefined : 'pg-out'}>
      <th scope="row">
        {bid.name}
        <small className="pg-by">
          {bid.advertiser}
          <span className="pg-narrow"> · {bid.billingType}</span>
        </small>
      </th>
      <td className="mono pg-wide">{bid.billingType}</td>
      <td className="pg-num pg-wide">
        {terms ? number((terms.bidMicros / 1_000_000) * (isCpm ? 1_000 : 1)) : '–'}
      </td>
      <td className="pg-num pg-wide">{terms && !isCpm ? short(terms.rateOver / terms.rateUnder) : '–'}</td>
      <td className="pg-num">
        <b>{terms ? number(rankOf(terms)) : '–'}</b>
      </td>
      <td>
        <span className="pg-hidden">{t('playground.auction.outcome')}: </span>
        <Outcome bid={bid} priceMicros={priceMicros} />
      </td>
    </tr>
  )
}

/** The sum that made the price, in the figures of the table. */
function PriceNote({ decision }: { decision: DemoDecision }) {
  const { t, number } = useI18n()
  const winner = decision.bids.find((bid) => bid.outcome === 'won')
  const second = decision.bids.find((bid) => bid.outcome === 'second')
  const priceMicros = decision.offer?.priceMicros ?? 0
  if (!winner?.terms) return null
  const { terms, billingType } = winner
  const krw = (micros: number) => number(micros / 1_000_000, { decimals: 2 })
  const whole = (value: number) => number(value, { decimals: Number.isInteger(value) ? 0 : 2 })
  const values = { price: krw(priceMicros), what: t(`playground.tap.what.${billingType}`) }
  const reason = priceReason(decision.bids, priceMicros)
  if (reason !== 'second' || !second?.terms) {
    return (
      <p className="hint">
        {t(`playground.auction.${reason === 'alone' ? 'alone' : 'heldAtFloor'}`, values)}
      </p>
    )
  }
  const rank = rankOf(second.terms)
  const rate = short(terms.rateOver / terms.rateUnder)
  return (
    <p className="hint">
      {t('playground.auction.second', {
        ...values,
        rank: whole(rank),
        by: billingType === 'CPM' ? '1,000' : `(1,000 × ${rate})`,
        min: whole(terms.floorMicros / 1_000_000),
        max: whole(terms.bidMicros / 1_000_000),
      })}
    </p>
  )
}

/** Every ad that was looked at: what it bid, or why it did not. */
export function AuctionTable({ decision }: { decision: DemoDecision }) {
  const { t } = useI18n()
  return (
    <>
      <div className="pg-table">
        <table aria-label={t('playground.auction.label')}>
          <thead>
            <tr>
              <th scope="col">{t('playground.auction.ad')}</th>
              <th scope="col" className="pg-wide">
                {t('playground.auction.billing')}
              </th>
              <th scope="col" className="pg-num pg-wide">
                {t('playground.auction.bid')}
              </th>
              <th scope="col" className="pg-num pg-wide">
                {t('playground.auction.rate')}
              </th>
              <th scope="col" className="pg-num">
                {t('playground.auction.rank')}
              </th>
              <th scope="col">{t('playground.auction.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {decision.bids.map((bid) => (
              <BidRow key={bid.proID} bid={bid} priceMicros={decision.offer?.priceMicros ?? 0} />
            ))}
          </tbody>
        </table>
      </div>
      <PriceNote decision={decision} />
    </>
  )
}
