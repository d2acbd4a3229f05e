import { z } from 'zod'
import { call } from '../common/call.ts'
import { Count, DateText, Money, QueryDay, QueryId, QueryOneOf, QueryText, Time } from '../common/fields.ts'

/** What a report of an advertiser can be broken down by, at most two at a time. */
export const adDimensions = [
  'day',
  'hour',
  'campaign',
  'ad',
  'country',
  'platform',
  'format',
  'billing',
] as const
export type AdDimension = (typeof adDimensions)[number]

export const publisherDimensions = ['day', 'hour', 'app', 'unit', 'country', 'platform', 'format'] as const
export type PublisherDimension = (typeof publisherDimensions)[number]

export const adMetrics = [
  'impressions',
  'clicks',
  'ctr',
  'watches',
  'watchRate',
  'installs',
  'installRate',
  'actions',
  'spend',
  'averagePrice',
  'ecpm',
  'unpaid',
] as const
export type AdMetric = (typeof adMetrics)[number]

export const publisherMetrics = [
  'requests',
  'fillRate',
  'impressions',
  'clicks',
  'ctr',
  'revenue',
  'ecpm',
  'dau',
  'newUsers',
  'revenuePerDau',
] as const
export type PublisherMetric = (typeof publisherMetrics)[number]

export const comparisons = ['previous', 'year'] as const
export type Comparison = (typeof comparisons)[number]

export const dimensionsMax = 2

/** Known values of a list that is separated by commas, each once; others are ignored. */
const knownOf = <const V extends readonly string[]>(values: V, max: number) =>
  QueryText.transform((text): V[number][] => {
    const named = new Set((text ?? '').split(','))
    return [...named].filter((name): name is V[number] => values.includes(name)).slice(0, max)
  })

const common = { startDate: QueryDay, endDate: QueryDay, compare: QueryOneOf(comparisons) }

const AdViewFigures = z.object({
  Impressions: Count,
  Clicks: Count,
  Watches: Count,
  Installs: Count,
  Actions: Count,
  Spend: Money,
  /** Events that were paid for. */
  Paid: Count,
  /** Events that would have been paid for, had a limit not been reached. */
  Unpaid: Count,
})
export type AdViewFigures = z.output<typeof AdViewFigures>

const PublisherViewFigures = z.object({
  /** Null where requests are not known by a dimension. */
  Requests: Count.nullable(),
  /** Requests that got an ad. */
  Filled: Count.nullable(),
  Impressions: Count,
  Clicks: Count,
  Revenue: Money,
  /** Daily active users, added up over the days; null where users are not known by a dimension. */
  ActiveDays: Count.nullable(),
  NewUsers: Count.nullable(),
})
export type PublisherViewFigures = z.output<typeof PublisherViewFigures>

const row = <S extends z.ZodRawShape>(figures: z.ZodObject<S>) =>
  z.object({
    /** One for each dimension, in their order: a day, an hour, an id, a code; '' if unknown. */
    Keys: z.array(z.string()),
    /** The names of campaigns, ads, apps and units; otherwise the key. */
    Names: z.array(z.string()),
    ...figures.shape,
    /** The same row in the period that is compared with. */
    Before: figures.optional(),
  })

const output = <S extends z.ZodRawShape>(figures: z.ZodObject<S>) =>
  z.object({
    asOf: Time.optional(),
    start: DateText,
    end: DateText,
    /** The period that is compared with. */
    before: z.object({ start: DateText, end: DateText }).optional(),
    rows: z.array(row(figures)),
    /** What is not in `rows`, because there are too many: the rows with the smallest amounts. */
    others: z.object({ Rows: Count, ...figures.shape, Before: figures.optional() }).nullable(),
    /** The sum of all rows and others. */
    total: z.object({ ...figures.shape, Before: figures.optional() }),
  })

export const adReportView = call('GET', 'ad/report/view', {
  who: 'ADVERTISER',
  about:
    'The caller’s ads over days of the account’s zone, by up to two of day, hour, campaign, ad, country, platform, format and billing; also compared with the period before or a year ago.',
  input: z.object({
    ...common,
    by: knownOf(adDimensions, dimensionsMax),
    campID: QueryId,
    proID: QueryId,
  }),
  output: output(AdViewFigures),
  refuses: ['UNKNOWN'],
})

export const publisherReportView = call('GET', 'pub/report/view', {
  who: 'PUBLISHER',
  about:
    'The caller’s apps over days of the account’s zone, by up to two of day, hour, app, unit, country, platform and format; also compared with the period before or a year ago.',
  input: z.object({
    ...common,
    by: knownOf(publisherDimensions, dimensionsMax),
    appID: QueryId,
    medID: QueryId,
    /** Users are counted only for these metrics, as it takes longest; without any, all are. */
    metrics: knownOf(publisherMetrics, publisherMetrics.length),
  }),
  output: output(PublisherViewFigures),
  refuses: ['UNKNOWN'],
})

export const reportViewCalls = [adReportView, publisherReportView] as const
