import type { AdReviewMode } from '@voltline/contract'
import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  type Instant,
  isZone,
  type MediumId,
  type MicrosNumber,
  type Zone,
} from '@voltline/kernel'
import { coversOffer, isHeldBack, noServeReason, rankCandidate } from '../../domain/auction/eligible.ts'
import type { AdDayState } from '../../domain/auction/live/ad-days.ts'
import type { AdState } from '../../domain/auction/live/ad-state.ts'
import type {
  CampaignState,
  CashState,
  CustomerState,
  RecordedDay,
} from '../../domain/auction/live/advertisers.ts'
import type { AppState, MediumState } from '../../domain/auction/live/units.ts'
import { Market, sameAudience } from '../../domain/auction/market.ts'
import { sameTerms } from '../../domain/auction/ranked-ad.ts'
import { hashToken } from '../../platform/secrets.ts'
import { AdOutcomes } from '../insight/ad-outcomes.ts'
import { NoServeCounts } from './no-serve.ts'
import { Promised } from './promised.ts'
import { type App, type Campaign, type Customer, type Medium, SnapshotAd } from './records.ts'
import { ZoneClocks } from './zone-clocks.ts'

const utc = 'UTC' as Zone
const revokedKeysMax = 10_000
/** Spending days kept per ad besides the one that is put. */
const daysKept = 2

export interface SnapshotOptions {
  countsPromises: boolean
  adReview: AdReviewMode
}

/**
 * Everything that a request reads, in memory. Rows are applied one at a time, each with all its consequences, so
 * requests can be served between any two of them.
 */
export class Snapshot {
  readonly market = new Market<SnapshotAd>()
  /** The playground's customers compete in a market of their own, so its visitors never affect other ads. */
  readonly #playgroundMarket = new Market<SnapshotAd>()
  readonly #playgroundCustomers: ReadonlySet<CustomerId>
  readonly #adReview: AdReviewMode
  readonly noServe = new NoServeCounts()
  readonly outcomes = new AdOutcomes(this.noServe)
  readonly promised: Promised
  readonly ads = new Map<AdId, SnapshotAd>()
  readonly media = new Map<MediumId, Medium>()
  blockedDevices: ReadonlySet<string> = new Set()
  /** Counts the changes of the ranked lists. */
  changes = 0
  readonly #customers = new Map<CustomerId, Customer>()
  readonly #campaigns = new Map<CampaignId, Campaign>()
  readonly #apps = new Map<AppId, App>()
  readonly #appsByKeyHash = new Map<string, App>()
  /** Keys seen before, so that a request does not hash its key again. At most one per app. */
  readonly #appsByKey = new Map<string, App>()
  readonly #appsByRevokedHash = new Map<string, App>()
  readonly #clocks = new ZoneClocks()
  readonly #zones = new Map<string, Zone>()
  /** Ads to be placed again: their local hour or day has changed, or money that they share is promised. */
  #stale: SnapshotAd[] = []
  /** Ads that promises keep from bidding more. */
  readonly #heldBack = new Set<SnapshotAd>()

  constructor(
    playgroundCustomers: readonly CustomerId[] = [],
    options: SnapshotOptions = { countsPromises: true, adReview: 'after' },
  ) {
    this.#playgroundCustomers = new Set(playgroundCustomers)
    this.promised = new Promised(options)
    this.#adReview = options.adReview
  }

  appByKey(key: string): App | undefined {
    const known = this.#appsByKey.get(key)
    if (known) return known
    const found = this.#appsByKeyHash.get(hashToken(key).toString('hex'))
    if (found) this.#appsByKey.set(key, found)
    return found
  }

  /**
   * Follows the clock into a new hour or day, placing at most `adsMax` ads. Returns whether all are up to date. Hours and
   * midnights of every zone fall on a quarter-hour, so in between this is one comparison.
   */
  passTime(now: Instant, adsMax: number): boolean {
    if (this.#clocks.moveTo(now)) {
      this.outcomes.startQuarter(now, [this.market, this.#playgroundMarket], this.ads.values())
      for (const customer of this.#customers.values()) this.#updateMoment(customer)
    }
    for (let placed = 0; placed < adsMax; placed++) {
      const ad = this.#stale.pop()
      if (!ad) return true
      this.#place(ad)
    }
    return this.#stale.length === 0
  }

  #updateMoment(customer: Customer): void {
    const before = customer.moment
    const moment = this.#clocks.momentOf(customer)
    if (
      moment.hour === before.hour &&
      moment.weekday === before.weekday &&
      moment.dayStartsAt === before.dayStartsAt
    ) {
      return
    }
    customer.moment = moment
    for (const ad of customer.ads) this.#stale.push(ad)
  }

  putCustomer(state: CustomerState): void {
    const zone = this.#validZone(state.zone)
    const known = this.#customers.get(state.id)
    if (!known) {
      const market = this.#playgroundCustomers.has(state.id) ? this.#playgroundMarket : this.market
      this.#customers.set(state.id, {
        id: state.id,
        zone,
        blocked: state.blocked,
        cashMicros: 0 as MicrosNumber,
        promisedMicros: 0 as MicrosNumber,
        recordedDays: [],
        moment: this.#clocks.momentOf({ zone, recordedDays: [] }),
        market,
        ads: new Set(),
      })
      return
    }
    if (known.zone !== zone) {
      known.zone = zone
      this.#updateMoment(known)
    }
    if (known.blocked !== state.blocked) {
      known.blocked = state.blocked
      for (const ad of known.ads) this.#place(ad)
    }
  }

  /** Checks each zone with Intl once: there are far more customers than zones. */
  #validZone(name: Zone): Zone {
    const known = this.#zones.get(name)
    if (known) return known
    const zone = isZone(name) ? name : utc
    this.#zones.set(name, zone)
    return zone
  }

  putCash(state: CashState): void {
    const customer = this.#customers.get(state.customerId)
    if (!customer || customer.cashMicros === state.cashMicros) return
    customer.cashMicros = state.cashMicros
    for (const ad of customer.ads) this.#place(ad)
  }

  /** Replaces all recorded days: customers without one are back on their zone's own days. */
  putRecordedDays(recordedDays: readonly RecordedDay[]): void {
    const daysOf = Map.groupBy(recordedDays, (day) => day.customerId)
    for (const customer of this.#customers.values()) {
      const recorded = daysOf.get(customer.id)
      if (!recorded && customer.recordedDays.length === 0) continue
      customer.recordedDays = recorded ?? []
      this.#updateMoment(customer)
    }
  }

  putCampaign(state: CampaignState): void {
    const known = this.#campaigns.get(state.id)
    if (!known) {
      this.#campaigns.set(state.id, { ...state, promisedMicros: 0 as MicrosNumber, ads: new Set() })
      return
    }
    if (known.remainingMicros === state.remainingMicros) return
    known.remainingMicros = state.remainingMicros
    for (const ad of known.ads) this.#place(ad)
  }

  /** `days` are all spending days that matter to the ad; if omitted, the known ones are kept. */
  putAd(state: AdState, now: Instant, days?: readonly AdDayState[]): void {
    const known = this.ads.get(state.id)
    if (!known) {
      if (state.status === 'INPROGRESS') this.#addAd(state, now, days ?? [])
      return
    }
    const isSameAudience = sameAudience(known.state, state)
    if (!isSameAudience) {
      this.outcomes.settle(known)
      this.#withdraw(known)
      this.#countReason(known, -1)
    }
    if (known.state.details !== state.details) known.replyText = undefined
    known.state = state
    if (!isSameAudience) {
      this.outcomes.restart(known)
      this.#countReason(known, 1)
    }
    if (days) known.spentDays = days
    if (state.status === 'INPROGRESS') known.liveAt = now
    this.promised.readRow(known, now)
    this.#place(known)
  }

  #addAd(state: AdState, now: Instant, days: readonly AdDayState[]): void {
    const advertiser = this.#customers.get(state.customerId)
    const campaign = this.#campaigns.get(state.campaignId)
    // Both were read before the ad, in the same database snapshot.
    if (!advertiser || !campaign) return
    const owners = { advertiser, campaign }
    const ad = new SnapshotAd(state, owners, this.promised.of(state, owners))
    ad.liveAt = now
    ad.spentDays = days
    this.outcomes.restart(ad)
    this.#countReason(ad, 1)
    this.ads.set(ad.id, ad)
    advertiser.ads.add(ad)
    campaign.ads.add(ad)
    this.#place(ad)
  }

  putAdDay(day: AdDayState): void {
    const ad = this.ads.get(day.adId)
    const known = ad?.spentDays.find((other) => other.startsAt === day.startsAt)
    if (!ad || known?.spentMicros === day.spentMicros) return
    ad.spentDays = [...ad.spentDays.filter((other) => other !== known).slice(-daysKept), day]
    this.#place(ad)
  }

  /** Removes an ad that was deleted, or stopped so long ago that no click can follow. */
  dropAd(ad: SnapshotAd): void {
    this.outcomes.settle(ad)
    this.#countReason(ad, -1)
    this.#withdraw(ad)
    this.promised.release(ad)
    this.#heldBack.delete(ad)
    this.ads.delete(ad.id)
    ad.advertiser.ads.delete(ad)
    ad.campaign.ads.delete(ad)
  }

  putApp(state: AppState): void {
    const owner = this.#customers.get(state.ownerId)
    if (!owner) return
    const known = this.#apps.get(state.id)
    if (known?.keyHash) {
      this.#appsByKeyHash.delete(known.keyHash)
      if (known.keyHash !== state.keyHash) this.#revoke(known.keyHash, known)
    }
    this.#appsByKey.clear()
    const app = known ?? { ...state, owner }
    app.allowsAdult = state.allowsAdult
    app.approved = state.approved
    app.keyHash = state.keyHash
    this.#apps.set(state.id, app)
    if (app.keyHash) this.#appsByKeyHash.set(app.keyHash, app)
  }

  #revoke(keyHash: string, app: App): void {
    if (this.#appsByRevokedHash.size < revokedKeysMax) this.#appsByRevokedHash.set(keyHash, app)
  }

  /** The app whose key this was, if it was revoked since this process started. */
  appByRevokedKey(key: string): App | undefined {
    if (this.#appsByRevokedHash.size === 0) return undefined
    return this.#appsByRevokedHash.get(hashToken(key).toString('hex'))
  }

  putMedium(state: MediumState): void {
    const known = this.media.get(state.id)
    if (known) {
      known.active = state.active
      known.reward = state.reward
      known.replyText = undefined
      return
    }
    const app = this.#apps.get(state.appId)
    if (app) this.media.set(state.id, { ...state, app, replyText: undefined, filled: new Map() })
  }

  /** Counts the ad under its reason in the segments of its product and platforms. */
  #countReason(ad: SnapshotAd, change: 1 | -1): void {
    const { product, platforms } = ad.state
    for (const platform of platforms)
      ad.advertiser.market.segment(product, platform).countAd(ad.reason, change)
  }

  #withdraw(ad: SnapshotAd): void {
    const { ranked } = ad
    if (!ranked) return
    for (const list of ad.lists) list.remove(ranked)
    ad.ranked = undefined
    ad.lists = []
    this.changes++
  }

  /** Whether the ad can pay for one more event at this price. If not, it bids less from now on or leaves the lists. */
  canPromise(ad: SnapshotAd, priceMicros: MicrosNumber): boolean {
    if (coversOffer(ad, ad.advertiser.moment, priceMicros)) return true
    this.#place(ad)
    const siblings =
      ad.reason === 'cash' ? ad.advertiser.ads : ad.reason === 'campaign_budget' ? ad.campaign.ads : []
    for (const sibling of siblings) if (sibling.ranked) this.#stale.push(sibling)
    return false
  }

  /** Weighs the promises again, and lets ads bid that are no longer held back. */
  passPromises(now: Instant): void {
    this.promised.pass(now)
    this.placeHeldBack()
  }

  placeHeldBack(): void {
    for (const ad of [...this.#heldBack]) this.#place(ad)
  }

  /** Puts an ad into the lists it belongs to now, or records why it belongs to none. */
  #place(ad: SnapshotAd): void {
    const { moment } = ad.advertiser
    const reason = noServeReason(ad, moment, this.#adReview)
    if (isHeldBack(ad, moment)) this.#heldBack.add(ad)
    else if (this.#heldBack.size > 0) this.#heldBack.delete(ad)
    if (reason !== ad.reason) {
      this.outcomes.settle(ad)
      this.#countReason(ad, -1)
      ad.reason = reason
      this.#countReason(ad, 1)
    }
    const ranked = reason === undefined ? rankCandidate(ad, moment) : undefined
    const isUnchanged = ad.ranked && ranked ? sameTerms(ad.ranked, ranked) : ad.ranked === ranked
    if (isUnchanged) return
    this.#withdraw(ad)
    if (!ranked) return
    ad.ranked = ranked
    ad.lists = ad.advertiser.market.listsFor(ad.state)
    for (const list of ad.lists) list.add(ranked)
    this.changes++
  }
}
