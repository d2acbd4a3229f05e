import { VisuallyHidden } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import type { DemoBid, DemoDecision } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { Chip } from '../../../ui/page/chip.tsx'
import shared from '../../../ui/theme/shared.module.css'
import { priceReason, rankOf } from '../figures.ts'
import classes from './auction-table.module.css'

const decimalsMax = 6
/** Without trailing zeros. */
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
    <tr className={bid.outcome === 'won' ? classes.winner : terms ? undefined : classes.out}>
      <th scope="row">
        {bid.name}
        <small className={classes.advertiser}>
          {bid.advertiser}
          <span className={classes.narrow}> · {bid.billingType}</span>
        </small>
      </th>
      <td className={`${shared.mono} ${classes.wide}`}>{bid.billingType}</td>
      <td className={`${classes.number} ${classes.wide}`}>
        {terms ? number((terms.bidMicros / 1_000_000) * (isCpm ? 1_000 : 1)) : '–'}
      </td>
      <td className={`${classes.number} ${classes.wide}`}>
        {terms && !isCpm ? short(terms.rateOver / terms.rateUnder) : '–'}
      </td>
      <td className={classes.number}>
        <b>{terms ? number(rankOf(terms)) : '–'}</b>
      </td>
      <td>
        <VisuallyHidden>{t('playground.auction.outcome')}: </VisuallyHidden>
        <Outcome bid={bid} priceMicros={priceMicros} />
      </td>
    </tr>
  )
}

/** How the price follows from the figures of the table. */
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
      <p className={classes.priceNote}>
        {t(`playground.auction.${reason === 'alone' ? 'alone' : 'heldAtFloor'}`, values)}
      </p>
    )
  }
  const rank = rankOf(second.terms)
  const rate = short(terms.rateOver / terms.rateUnder)
  return (
    <p className={classes.priceNote}>
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

/** Every candidate ad: its bid, or why it made none. */
export function AuctionTable({ decision }: { decision: DemoDecision }) {
  const { t } = useI18n()
  return (
    <>
      <div className={classes.table}>
        <table aria-label={t('playground.auction.label')}>
          <thead>
            <tr>
              <th scope="col">{t('playground.auction.ad')}</th>
              <th scope="col" className={classes.wide}>
                {t('playground.auction.billing')}
              </th>
              <th scope="col" className={`${classes.number} ${classes.wide}`}>
                {t('playground.auction.bid')}
              </th>
              <th scope="col" className={`${classes.number} ${classes.wide}`}>
                {t('playground.auction.rate')}
              </th>
              <th scope="col" className={classes.number}>
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
