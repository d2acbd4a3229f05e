import {
  type AdId,
  type AppId,
  type CampaignId,
  type CustomerId,
  type Instant,
  isZone,
  type MediumId,
  type Zone,
} from '@voltline/kernel'
import { standingOf, whyNot } from '../../domain/auction/eligible.ts'
import { Market } from '../../domain/auction/market.ts'
import type { Standing } from '../../domain/auction/standing.ts'
import { hashToken } from '../../platform/secrets.ts'
import { NoServeCounts } from './no-serve.ts'
import type {
  AdDayRow,
  AdRow,
  AppRow,
  CampaignRow,
  CashRow,
  CustomerRow,
  DayRow,
  MediumRow,
} from './reader.ts'
import { type App, type Campaign, type Customer, LiveAd, type Medium } from './records.ts'
import { ZoneClocks } from './zone-clocks.ts'

const utc = 'UTC' as Zone

const sameStanding = (a: Standing | undefined, b: Standing | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.bid === b.bid &&
    a.floor === b.floor &&
    a.rateOver === b.rateOver &&
    a.rateUnder === b.rateUnder)

/**
 * Everything that a request meets, in memory. Rows come in as the database has them; what they change is put in its new
 * place at once, ad by ad, so there is never a moment without an answer.
 */
export class Snapshot {
  readonly market = new Market<LiveAd>()
  /** The playground's: its customers meet nobody else, so what visitors do there leaves the others' ads alone. */
  readonly #playground = new Market<LiveAd>()
  readonly #players: ReadonlySet<CustomerId>
  readonly noServe = new NoServeCounts()
  readonly ads = new Map<AdId, LiveAd>()
  readonly media = new Map<MediumId, Medium>()
  blockedDevices: ReadonlySet<string> = new Set()
  /** Raised by every change of a list. */
  changes = 0
  readonly #customers = new Map<CustomerId, Customer>()
  readonly #campaigns = new Map<CampaignId, Campaign>()
  readonly #apps = new Map<AppId, App>()
  readonly #appsByKeyHash = new Map<string, App>()
  /** Keys that were asked with before, so that a request does not hash its key again. As many as there are apps. */
  readonly #appsByKey = new Map<string, App>()
  readonly #clocks = new ZoneClocks()
  readonly #zones = new Map<string, Zone>()
  /** Ads whose hour or day has turned and that have not been looked at since. */
  #turned: LiveAd[] = []

  constructor(players: readonly CustomerId[] = []) {
    this.#players = new Set(players)
  }

  appByKey(key: string): App | undefined {
    const known = this.#appsByKey.get(key)
    if (known) return known
    const found = this.#appsByKeyHash.get(hashToken(key).toString('hex'))
    if (found) this.#appsByKey.set(key, found)
    return found
  }

  /**
   * Follows the clock into a new hour or day, at most `adsMax` ads at a time. Answers whether all are up to date. Every
   * hour and midnight of every zone falls on a quarter-hour, so between two of them this is one comparison.
   */
  passTime(now: Instant, adsMax: number): boolean {
    if (this.#clocks.moveTo(now)) {
      for (const customer of this.#customers.values()) this.#turn(customer)
    }
    for (let done = 0; done < adsMax; done++) {
      const ad = this.#turned.pop()
      if (!ad) return true
      this.#place(ad)
    }
    return this.#turned.length === 0
  }

  #turn(customer: Customer): void {
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
    for (const ad of customer.ads) this.#turned.push(ad)
  }

  putCustomer(row: CustomerRow): void {
    const zone = this.#zoneOf(row.zone)
    const known = this.#customers.get(row.id)
    if (!known) {
      const made = {
        id: row.id,
        zone,
        blocked: row.blocked,
        cash: 0,
        recordedDays: [],
        market: this.#players.has(row.id) ? this.#playground : this.market,
        ads: new Set<LiveAd>(),
      }
      const moment = this.#clocks.momentOf(made)
      this.#customers.set(row.id, { ...made, moment })
      return
    }
    if (known.zone !== zone) {
      known.zone = zone
      this.#turn(known)
    }
    if (known.blocked !== row.blocked) {
      known.blocked = row.blocked
      for (const ad of known.ads) this.#place(ad)
    }
  }

  /** Asked of Intl once a name: there are far more customers than zones. */
  #zoneOf(name: string): Zone {
    const known = this.#zones.get(name)
    if (known) return known
    const zone = isZone(name) ? name : utc
    this.#zones.set(name, zone)
    return zone
  }

  putCash(row: CashRow): void {
    const customer = this.#customers.get(row.customerId)
    if (!customer || customer.cash === row.cash) return
    customer.cash = row.cash
    for (const ad of customer.ads) this.#place(ad)
  }

  /** All of them at once: who has none left is back on the zone's own days. */
  putRecordedDays(rows: readonly DayRow[]): void {
    const days = Map.groupBy(rows, (row) => row.customerId)
    for (const customer of this.#customers.values()) {
      const recorded = days.get(customer.id)
      if (!recorded && customer.recordedDays.length === 0) continue
      customer.recordedDays = recorded ?? []
      this.#turn(customer)
    }
  }

  putCampaign(row: CampaignRow): void {
    const known = this.#campaigns.get(row.id)
    if (!known) {
      this.#campaigns.set(row.id, { ...row, ads: new Set() })
      return
    }
    if (known.left === row.left) return
    known.left = row.left
    for (const ad of known.ads) this.#place(ad)
  }

  /** `days` are all of its spending days that matter; without them, what is known of them stays as it is. */
  putAd(row: AdRow, now: Instant, days?: readonly AdDayRow[]): void {
    const known = this.ads.get(row.id)
    if (!known) {
      if (row.status === 'INPROGRESS') this.#addAd(row, now, days ?? [])
      return
    }
    if (!known.isAimedAt(row)) {
      this.noServe.settle(known)
      this.#withdraw(known)
      known.aimAt(row)
      known.counted = this.noServe.askedOf(known)
    }
    known.take(row)
    if (days) known.spentDays = days
    if (row.status === 'INPROGRESS') known.liveAt = now
    this.#place(known)
  }

  #addAd(row: AdRow, now: Instant, days: readonly AdDayRow[]): void {
    const advertiser = this.#customers.get(row.customerId)
    const campaign = this.#campaigns.get(row.campaignId)
    // Both were read in the same view of the database, before it.
    if (!advertiser || !campaign) return
    const ad = new LiveAd(row, { advertiser, campaign })
    ad.liveAt = now
    ad.spentDays = days
    ad.counted = this.noServe.askedOf(ad)
    this.ads.set(ad.id, ad)
    advertiser.ads.add(ad)
    campaign.ads.add(ad)
    this.#place(ad)
  }

  putAdDay(row: AdDayRow): void {
    const ad = this.ads.get(row.adId)
    const known = ad?.spentDays.find((one) => one.startsAt === row.startsAt)
    if (!ad || known?.amount === row.amount) return
    ad.spentDays = [...ad.spentDays.filter((one) => one !== known).slice(-2), row]
    this.#place(ad)
  }

  /** An ad that is no longer there, or was stopped so long ago that no click can follow. */
  dropAd(ad: LiveAd): void {
    this.noServe.settle(ad)
    this.#withdraw(ad)
    this.ads.delete(ad.id)
    ad.advertiser.ads.delete(ad)
    ad.campaign.ads.delete(ad)
  }

  putApp(row: AppRow): void {
    const owner = this.#customers.get(row.ownerId)
    if (!owner) return
    const known = this.#apps.get(row.id)
    if (known?.keyHash) this.#appsByKeyHash.delete(known.keyHash)
    this.#appsByKey.clear()
    const app = known ?? { ...row, owner }
    Object.assign(app, { allowsAdult: row.allowsAdult, approved: row.approved, keyHash: row.keyHash })
    this.#apps.set(row.id, app)
    if (app.keyHash) this.#appsByKeyHash.set(app.keyHash, app)
  }

  putMedium(row: MediumRow): void {
    const known = this.media.get(row.id)
    if (known) {
      Object.assign(known, { active: row.active, reward: row.reward, answer: undefined })
      return
    }
    const app = this.#apps.get(row.appId)
    if (app) this.media.set(row.id, { ...row, app, answer: undefined })
  }

  #withdraw(ad: LiveAd): void {
    const { standing } = ad
    if (!standing) return
    for (const list of ad.lists) list.remove(standing)
    ad.standing = undefined
    ad.lists = []
    this.changes++
  }

  /** Looks at an ad anew: in which lists it stands, or why in none. */
  #place(ad: LiveAd): void {
    const { moment } = ad.advertiser
    const reason = whyNot(ad, moment)
    if (reason !== ad.reason) {
      this.noServe.settle(ad)
      ad.reason = reason
    }
    const standing = reason === undefined ? standingOf(ad, moment) : undefined
    if (sameStanding(ad.standing, standing)) return
    this.#withdraw(ad)
    if (!standing) return
    ad.standing = standing
    ad.lists = ad.advertiser.market.listsFor(ad)
    for (const list of ad.lists) list.add(standing)
    this.changes++
  }
}
