import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { DemoDecision } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { chargedOf } from './figures.ts'
import classes from './summary.module.css'

/** The result of the last tap in a few words: for screen readers, and below the phone on a narrow page. */
export function Summary({ decision }: { decision: DemoDecision | undefined }) {
  const { t, number } = useI18n()
  const winner = decision?.bids.find((bid) => bid.outcome === 'won')
  const { priceMicros } = chargedOf(decision ? [decision] : [])
  const price = (micros: number) => number(micros / 1_000_000, { decimals: 2 })
  const outcome = [
    winner
      ? `${winner.name}: ${t('playground.auction.won', { price: price(decision?.offer?.priceMicros ?? 0) })}`
      : decision
        ? t('playground.visit.noAd')
        : '',
    priceMicros > 0 ? t('playground.tap.moved', { price: price(priceMicros) }) : '',
  ].filter(Boolean)
  return (
    <>
      <VisuallyHidden component="p" aria-live="polite">
        {outcome.join('. ')}
      </VisuallyHidden>
      <a className={classes.link} href="#tap">
        <span>{outcome.at(-1) ?? t('playground.tap.title')}</span>
        <IconArrowDown size={16} stroke={2} aria-hidden="true" />
      </a>
    </>
  )
}
