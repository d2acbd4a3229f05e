import type { Platform, Product } from '@voltline/contract'
import type { AppId, CampaignId, CustomerId, Instant, MediumId, Zone } from '@voltline/kernel'
import type { SpendingDay } from '../../platform/spending-day.ts'
import type { Candidate, Moment, NoServeReason } from '../decide/eligible.ts'
import type { Audience } from '../decide/market.ts'
import type { RankedList } from '../decide/ranked-list.ts'
import type { Standing } from '../decide/standing.ts'

/** An advertiser or publisher, as far as delivery needs to know. */
export interface Customer {
  readonly id: CustomerId
  zone: Zone
  blocked: boolean
  /** Micro-won; more than a safe integer holds counts as that much, which no limit reaches. */
  cash: number
  /** Spending days that a change of zone has stretched. */
  recordedDays: readonly SpendingDay[]
  moment: Moment
  readonly ads: Set<LiveAd>
}

export interface Campaign {
  readonly id: CampaignId
  /** Of its budget, in micro-won. */
  left: number
  readonly ads: Set<LiveAd>
}

/** What an answer shows of an ad, and where a click on it leads. */
export interface AdDetails {
  name: string
  /** File names in JSON, as the database wrote them. */
  materialsJson: string
  urlIos: string
  urlAos: string
  appInfoJson: string | null
}

/** How many requests an ad could have met and how far it fitted them, up to some moment. */
export interface Asked {
  all: number
  ofItsCountries: number
  thatAllowIt: number
}

export interface LiveAd extends Candidate, Audience {
  readonly advertiser: Customer
  readonly campaign: Campaign
  details: AdDetails
  /** What stands between the two tokens of its answer, made when it is first served. */
  answer: string | undefined
  /** Its place in the market while it serves, and why it has none while it does not. */
  standing: Standing<LiveAd> | undefined
  lists: RankedList<LiveAd>[]
  reason: NoServeReason | undefined
  counted: Asked
  /** When it was last known to be in progress: a click may still follow for an hour after it. */
  liveAt: Instant
}

export interface App {
  readonly id: AppId
  readonly owner: Customer
  readonly platform: Platform
  allowsAdult: boolean
  approved: boolean
  /** Hex of the key's hash; none while no key is issued. */
  keyHash: string | undefined
}

export interface Medium {
  readonly id: MediumId
  readonly app: App
  readonly product: Product
  active: boolean
  reward: { name: string; count: number } | undefined
  /** What stands after the last token of an answer, made when it is first needed. */
  answer: string | undefined
}
