import { bidCost, limits } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../ad.module.css'
import { type AdForm, isSold } from '../ad-values.ts'

/** Whole seconds since an instant, counted on screen. */
function useSecondsSince(atMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.round((now - atMs) / 1_000))
}

/** The range of other advertisers' bids, refreshed every 5 seconds while it is on screen. */
export function BidRange({ form, fills }: { form: AdForm; fills: boolean }) {
  const { t, number, money } = useI18n()
  const { product, platform, billingType, minCost, maxCost } = form.getValues()
  const { data, dataUpdatedAt: answeredAt } = useContractQuery(
    bidCost,
    { product, campType: platform, billingType: isSold(billingType) ? billingType : 'CPC' },
    { loads: 'background', everyMs: limits.bidRefreshMs, enabled: isSold(billingType), alertAs: 'UNKNOWN' },
  )
  const seconds = useSecondsSince(answeredAt)
  const value = data?.value
  const use = () => value && form.setValues({ minCost: value.MinCost, maxCost: value.MaxCost })
  // A new ad starts from the suggestion; what was typed stays.
  const isBlank = fills && minCost === '' && maxCost === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled once, with the first result
  useEffect(() => {
    if (isBlank) use()
  }, [value])
  return (
    <div className={classes.bidRange}>
      <div>
        <h4>{t('ad.bid.suggested')}</h4>
        {value ? (
          <p>
            <b>{t('ad.bid.range', { min: number(value.MinCost), max: money(value.MaxCost) })}</b>{' '}
            <span className={shared.hint}>{t('ad.bid.updated', { seconds })}</span>
          </p>
        ) : (
          <p className={shared.hint}>{t('ad.bid.waiting')}</p>
        )}
      </div>
      {value ? (
        <Button size="sm" onClick={use}>
          {t('ad.bid.use')}
        </Button>
      ) : null}
    </div>
  )
}
