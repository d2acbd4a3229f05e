import type { AdDimension, PublisherDimension } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { kindOf, type Metric } from './figures.ts'

export type Dimension = AdDimension | PublisherDimension

const platforms = ['AOS', 'IOS', 'BOTH', 'WEB'] as const
const formats = ['BANNER', 'INTERSTITIAL', 'VIDEO'] as const
const isOne = <V extends string>(values: readonly V[], key: string): key is V =>
  (values as readonly string[]).includes(key)

/** The words and figures of a report. */
export function useReportTexts() {
  const { t, number, percent, country } = useI18n()
  return {
    /** A key of a row as people read it. */
    keyText(dimension: Dimension, key: string, name: string): string {
      if (key === '') return t('report.unknown')
      if (dimension === 'hour') return `${key.padStart(2, '0')}:00`
      if (dimension === 'country') return country(key)
      if (dimension === 'platform' && isOne(platforms, key)) return t(`report.platform.${key}`)
      if (dimension === 'format' && isOne(formats, key)) return t(`report.format.${key}`)
      return name
    },
    /** A metric with its unit: "CTR, %". */
    head: (metric: Metric) => t(`report.head.${kindOf(metric)}`, { metric: t(`report.metric.${metric}`) }),
    /** A value without its unit. */
    value(metric: Metric, value: number | null): string {
      if (value === null) return '–'
      const kind = kindOf(metric)
      if (kind === 'rate') return percent(value)
      if (kind === 'price') return number(value, { decimals: 2 })
      return number(metric === 'ecpm' || metric === 'dau' ? Math.round(value) : value)
    },
    /** A change as a signed percentage: +12.4%. */
    change: (change: number | null) =>
      change === null ? '–' : `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)}%`,
  }
}
