import type { NoServeReason, Platform, Product } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  instant,
  type MediumId,
  type MicrosNumber,
  type Zone,
} from '@voltline/kernel'
import type { SpendingDay } from '../../domain/ad/spending/spending-day.ts'
import type { Candidate, DaySpend, LocalMoment } from '../../domain/auction/eligible.ts'
import type { AdState } from '../../domain/auction/live/ad-state.ts'
import type { Market } from '../../domain/auction/market.ts'
import { noRequests, type RequestCounts } from '../../domain/auction/missed-requests.ts'
import type { AdPromises } from '../../domain/auction/promised/ad-promises.ts'
import type { RankedAd } from '../../domain/auction/ranked-ad.ts'
import type { RankedList } from '../../domain/auction/ranked-list.ts'
import type { QuarterNumber } from '../../domain/reports/rollup/quarter.ts'

/** An advertiser or publisher, as far as delivery needs it. */
export interface Customer {
  readonly id: CustomerId
  zone: Zone
  blocked: boolean
  cashMicros: MicrosNumber
  promisedMicros: MicrosNumber
  /** Spending days that a zone change has stretched. */
  recordedDays: readonly SpendingDay[]
  moment: LocalMoment
  /** Where its ads compete and its units request ads. */
  readonly market: Market<SnapshotAd>
  readonly ads: Set<SnapshotAd>
}

export interface Campaign {
  readonly id: CampaignId
  remainingMicros: MicrosNumber
  promisedMicros: MicrosNumber
  readonly ads: Set<SnapshotAd>
}

/** An ad in progress, or one that was in progress recently. */
export class SnapshotAd implements Candidate {
  readonly id: AdId
  readonly advertiser: Customer
  readonly campaign: Campaign
  readonly promises: AdPromises
  state: AdState
  spentDays: readonly DaySpend[] = []
  /** The constant part of its replies, made when it is first served. */
  replyText: string | undefined = undefined
  /** Its entry in the lists while it serves. */
  ranked: RankedAd<SnapshotAd> | undefined = undefined
  lists: RankedList<SnapshotAd>[] = []
  /** Why it does not serve. */
  reason: NoServeReason | undefined = undefined
  /** The requests settled so far, and the quarter-hour in which they were. */
  counted: RequestCounts = noRequests
  period = 0
  /** Since then. */
  won = 0
  capped = 0
  /** When it was last known to be in progress: clicks may follow for an hour. */
  liveAt = instant(0)

  constructor(state: AdState, owners: { advertiser: Customer; campaign: Campaign }, promises: AdPromises) {
    this.id = state.id
    this.advertiser = owners.advertiser
    this.campaign = owners.campaign
    this.promises = promises
    this.state = state
  }
}

export interface App {
  readonly id: AppId
  readonly owner: Customer
  readonly platform: Platform
  allowsAdult: boolean
  approved: boolean
  /** Hex of the API key's hash; undefined while no key is issued. */
  keyHash: string | undefined
}

export interface Medium {
  readonly id: MediumId
  readonly app: App
  readonly product: Product
  active: boolean
  reward: { name: string; count: number } | undefined
  /** The constant end of its replies, made when it is first needed. */
  replyText: string | undefined
  /** Filled requests by country that are not yet to be written, each of one quarter-hour. */
  readonly filled: Map<string, { quarter: QuarterNumber; count: number }>
}
