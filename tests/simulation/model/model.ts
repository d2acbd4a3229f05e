/**
 * An independent implementation of the billing rules, one event at a time, written from the design and not from the
 * program. It is told the changes and the order of events, and computes what the ledger must contain.
 */
import { dateAt, type SpendingDays } from './days.ts'
import { type Circumstances, ModelRules, type ModelVerdict } from './rules.ts'

export type Action = 'IMPRESSION' | 'WATCH' | 'CLICK' | 'INSTALL' | 'ACTION'

export interface ModelEvent {
  issueDay: string
  offerId: string
  action: Action
  receivedAt: number
  adId: number
  mediumId: number
  deviceId: string
  priceMicros: bigint
  came: Circumstances
}

export interface ModelAd {
  id: number
  campaignId: number
  advertiser: number
  billingType: string
  minCost: number
  maxCost: number
  product: string
  dayLimit: bigint
  adLimit: bigint
  status: string
  spent: bigint
  impressions: number
  clicks: number
  billable: number
  billed: number
}

export interface ModelCampaign {
  id: number
  budget: bigint
  spent: bigint
}

interface Counted {
  event: ModelEvent
  charged: bigint
  publisherPart: bigint
  userPart: bigint
  unpaid: boolean
  /** The spending day that was charged. */
  day: string
  corrected?: { isAfterClose: boolean }
}

/** An event that broke a rule, or that depends on one that did. */
interface Judged extends ModelVerdict {
  receivedAt: number
}

const tenMinutes = 600_000
const sevenDays = 7 * 86_400_000
const waitsFor: Partial<Record<Action, Action>> = {
  CLICK: 'IMPRESSION',
  WATCH: 'IMPRESSION',
  INSTALL: 'CLICK',
  ACTION: 'CLICK',
}
const billedAction: Record<string, Action> = {
  CPM: 'IMPRESSION',
  CPC: 'CLICK',
  CPV: 'WATCH',
  nCPI: 'INSTALL',
  nCPA: 'ACTION',
}

const offerOf = (event: Pick<ModelEvent, 'issueDay' | 'offerId'>) => `${event.issueDay}/${event.offerId}`
export const idOf = (event: Pick<ModelEvent, 'issueDay' | 'offerId' | 'action'>) =>
  `${offerOf(event)}/${event.action}`

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const missing = ({ action }: ModelEvent) => (waitsFor[action] === 'CLICK' ? 'no_click' : 'no_impression')

export class Model {
  readonly ads = new Map<number, ModelAd>()
  readonly campaigns = new Map<number, ModelCampaign>()
  readonly zones = new Map<number, SpendingDays>()
  readonly apps = new Map<number, { publisher: number }>()
  readonly media = new Map<number, { appId: number; product: string }>()
  /** CASH/1, REVENUE/4, VOLTS/1/device, NETWORK, OUTSIDE. */
  readonly accounts = new Map<string, bigint>()
  readonly counted = new Map<string, Counted>()
  readonly taken = new Set<string>()
  readonly invalid = new Map<string, number>()
  /** Those that billing found invalid, by ad and UTC day. */
  readonly invalidOfAds = new Map<string, number>()
  readonly rules = new ModelRules()
  /** By event; those under a rule that is only observed count all the same. */
  readonly judged = new Map<string, Judged>()
  /** By ad and start of the spending day. */
  readonly days = new Map<string, bigint>()
  waiting: ModelEvent[] = []
  readonly #installs: { campaignId: number; deviceId: string; at: number }[] = []
  readonly #networkShare: bigint

  /** The network's share in millionths. */
  constructor(networkShare: number) {
    this.#networkShare = BigInt(networkShare)
  }

  publisherOf(mediumId: number): number {
    const app = this.apps.get(this.media.get(mediumId)?.appId ?? 0)
    if (!app) throw new Error(`The model does not know medium ${mediumId}.`)
    return app.publisher
  }

  move(account: string, amount: bigint): void {
    this.accounts.set(account, (this.accounts.get(account) ?? 0n) + amount)
  }

  /**
   * One batch: these events in this order, then the expiry of waiting clicks up to `billedUntil`, as far as they are in
   * the same partition.
   */
  batch(
    events: readonly ModelEvent[],
    billedUntil: number,
    isInPartition: (event: ModelEvent) => boolean,
  ): void {
    for (const event of events) {
      if (this.taken.has(idOf(event))) throw new Error(`Taken twice: ${idOf(event)}`)
      this.taken.add(idOf(event))
      this.#take(event)
      while (this.#takeOneThatWaited()) {}
    }
    const hadClick = new Set(this.waiting.filter(({ action }) => action === 'CLICK').map(offerOf))
    for (const event of [...this.waiting]) {
      if (!isInPartition(event) || event.receivedAt + tenMinutes >= billedUntil) continue
      if (waitsFor[event.action] === 'CLICK' && hadClick.has(offerOf(event))) continue
      this.#stopWaiting(event)
      this.#reject(event, missing(event))
    }
  }

  #stopWaiting(event: ModelEvent): void {
    this.waiting = this.waiting.filter((waiting) => waiting !== event)
  }

  /** Counts an event or report that was refused, by the day on which it came. */
  refuse(event: Pick<ModelEvent, 'mediumId' | 'receivedAt'>, reason: string): void {
    const key = `${reason}/${event.mediumId}/${new Date(event.receivedAt).toISOString().slice(0, 10)}`
    this.invalid.set(key, (this.invalid.get(key) ?? 0) + 1)
  }

  #reject(event: ModelEvent, reason: string): void {
    this.refuse(event, reason)
    const key = `${event.adId}/${dateAt(event.receivedAt, 'UTC')}`
    this.invalidOfAds.set(key, (this.invalidOfAds.get(key) ?? 0) + 1)
  }

  #take(event: ModelEvent): void {
    if (waitsFor[event.action] === undefined) this.#judge(event, undefined, undefined)
    else this.waiting.push(event)
  }

  /** An event is taken once it is known what became of the one it depends on, whether that counted or not. */
  #takeOneThatWaited(): boolean {
    for (const event of this.waiting) {
      const needed = `${offerOf(event)}/${waitsFor[event.action]}`
      const verdict = this.judged.get(needed)
      const requiredAt = this.counted.get(needed)?.event.receivedAt ?? verdict?.receivedAt
      if (requiredAt === undefined) continue
      this.#stopWaiting(event)
      if (requiredAt > event.receivedAt + tenMinutes) this.#reject(event, missing(event))
      else this.#judge(event, requiredAt, verdict)
      return true
    }
    return false
  }

  /** What depends on an invalid event is invalid under the same rule, and what depends on an observed one observed. */
  #judge(event: ModelEvent, requiredAt: number | undefined, inherited: Judged | undefined): void {
    const own = this.rules.verdict({ ...event, requiredAt, publisher: this.publisherOf(event.mediumId) })
    const verdict = inherited?.isEnforced ? inherited : own?.isEnforced ? own : (inherited ?? own)
    const isCounted = !verdict?.isEnforced && this.#count(event)
    if (verdict?.isEnforced) this.#reject(event, verdict.rule)
    if (!verdict || (!isCounted && !verdict.isEnforced)) return
    const { rule, isEnforced } = verdict
    this.judged.set(idOf(event), { rule, isEnforced, receivedAt: event.receivedAt })
  }

  /** Returns whether it counts. */
  #count(event: ModelEvent): boolean {
    const ad = this.#ad(event.adId)
    if (event.action === 'INSTALL') {
      const again = this.#installs.some(
        (install) =>
          install.campaignId === ad.campaignId &&
          install.deviceId === event.deviceId &&
          Math.abs(install.at - event.receivedAt) < sevenDays,
      )
      if (again) {
        this.#reject(event, 'repeated_install')
        return false
      }
      this.#installs.push({ campaignId: ad.campaignId, deviceId: event.deviceId, at: event.receivedAt })
    }
    const billable = billedAction[ad.billingType] === event.action
    const charged = billable && this.#canPay(ad, event.priceMicros, event.receivedAt) ? event.priceMicros : 0n
    if (event.action === 'IMPRESSION') ad.impressions += 1
    if (event.action === 'CLICK') ad.clicks += 1
    if (billable) ad.billable += 1
    const parts = charged > 0n ? this.#charge(event, ad) : { publisherPart: 0n, userPart: 0n, day: '' }
    this.counted.set(idOf(event), { event, charged, ...parts, unpaid: billable && charged === 0n })
    return true
  }

  /** The charges that a correction would take back, and what each advertiser would get. */
  correctable(isSelected: (event: ModelEvent) => boolean): {
    charges: Counted[]
    credits: Map<number, bigint>
  } {
    const charges = [...this.counted.values()].filter(
      ({ event, charged, corrected }) => charged > 0n && !corrected && isSelected(event),
    )
    const credits = new Map<number, bigint>()
    for (const { event, charged } of charges) {
      const { advertiser } = this.#ad(event.adId)
      credits.set(advertiser, (credits.get(advertiser) ?? 0n) + charged)
    }
    return { charges, credits }
  }

  /** Takes a charge back: everybody gives back what they got, and what a user no longer has the network gives. */
  correct(charge: Counted, isAfterClose: boolean): void {
    const { event, charged, publisherPart, userPart, day } = charge
    const ad = this.#ad(event.adId)
    const volts = `VOLTS/${this.media.get(event.mediumId)?.appId}/${event.deviceId}`
    const left = this.accounts.get(volts) ?? 0n
    const taken = smaller(left, userPart)
    this.move(`CASH/${ad.advertiser}`, charged)
    this.move(`REVENUE/${this.publisherOf(event.mediumId)}`, -publisherPart)
    this.move(volts, -taken)
    this.move('NETWORK', -(charged - publisherPart - taken))
    ad.spent -= charged
    ad.billed -= 1
    this.#campaign(ad.campaignId).spent -= charged
    this.days.set(day, (this.days.get(day) ?? 0n) - charged)
    charge.corrected = { isAfterClose }
  }

  #ad(id: number): ModelAd {
    const ad = this.ads.get(id)
    if (!ad) throw new Error(`The model does not know ad ${id}.`)
    return ad
  }

  #campaign(id: number): ModelCampaign {
    const campaign = this.campaigns.get(id)
    if (!campaign) throw new Error(`The model does not know campaign ${id}.`)
    return campaign
  }

  #dayKey(at: number, ad: ModelAd): string {
    const day = this.zones.get(ad.advertiser)?.at(at)
    if (!day) throw new Error(`The model does not know advertiser ${ad.advertiser}.`)
    return `${ad.id}/${day.from}`
  }

  #canPay(ad: ModelAd, price: bigint, at: number): boolean {
    const campaign = this.#campaign(ad.campaignId)
    const left = [
      ad.dayLimit - (this.days.get(this.#dayKey(at, ad)) ?? 0n),
      ad.adLimit - ad.spent,
      campaign.budget - campaign.spent,
      this.accounts.get(`CASH/${ad.advertiser}`) ?? 0n,
    ]
    return left.every((amount) => amount >= price)
  }

  /** A stopped ad starts only with money for one event. */
  canStart(ad: ModelAd, at: number): boolean {
    return this.#canPay(ad, oneEvent(ad), at)
  }

  /** Returns the shares of publisher and user, and the spending day. */
  #charge(event: ModelEvent, ad: ModelAd): { publisherPart: bigint; userPart: bigint; day: string } {
    const { priceMicros: price } = event
    const medium = this.media.get(event.mediumId)
    const app = medium && this.apps.get(medium.appId)
    if (!medium || !app) throw new Error(`The model does not know medium ${event.mediumId}.`)
    const million = 1_000_000n
    const user = (price * 100_000n) / million
    const publisher = (price * (900_000n - this.#networkShare)) / million
    this.move(`CASH/${ad.advertiser}`, -price)
    this.move(`VOLTS/${medium.appId}/${event.deviceId}`, user)
    this.move(`REVENUE/${app.publisher}`, publisher)
    this.move('NETWORK', price - user - publisher)
    const day = this.#dayKey(event.receivedAt, ad)
    this.days.set(day, (this.days.get(day) ?? 0n) + price)
    const campaign = this.#campaign(ad.campaignId)
    ad.spent += price
    ad.billed += 1
    campaign.spent += price
    this.#complete(ad, campaign)
    return { publisherPart: publisher, userPart: user, day }
  }

  #complete(ad: ModelAd, campaign: ModelCampaign): void {
    if (ad.adLimit - ad.spent < oneEvent(ad)) ad.status = 'COMPLETE'
    const siblings = [...this.ads.values()].filter(({ campaignId }) => campaignId === campaign.id)
    const left = campaign.budget - campaign.spent
    if (siblings.every((sibling) => left < oneEvent(sibling))) {
      for (const sibling of siblings) sibling.status = 'COMPLETE'
    }
  }

  /** Sums by ad or medium and by the dates of a zone. */
  figures(of: 'adId' | 'mediumId', zone: string): Map<string, ModelFigures> {
    return this.#sums(of, (at) => dateAt(at, zone))
  }

  /** Sums by ad or medium and by the quarter-hours of UTC, counted from 1. */
  quarters(of: 'adId' | 'mediumId'): Map<string, ModelFigures> {
    return this.#sums(of, (at) => `${dateAt(at, 'UTC')}/${Math.floor((at % 86_400_000) / 900_000) + 1}`)
  }

  #sums(of: 'adId' | 'mediumId', timeOf: (at: number) => string): Map<string, ModelFigures> {
    const sums = new Map<string, ModelFigures>()
    for (const { event, charged, publisherPart, unpaid, corrected } of this.counted.values()) {
      const key = `${event[of]}/${timeOf(event.receivedAt)}`
      const sum = sums.get(key) ?? { ...noFigures }
      sum[event.action] += 1
      if (unpaid) sum.unpaid += 1
      if (!corrected) sum.amount += of === 'adId' ? charged : publisherPart
      else if (of === 'adId') sum.corrected += charged
      sums.set(key, sum)
    }
    return sums
  }
}

export interface ModelFigures extends Record<Action, number> {
  unpaid: number
  /** Without what was corrected. */
  amount: bigint
  /** The prices of corrected events, of ads only. */
  corrected: bigint
}

const noFigures: ModelFigures = {
  ...{ IMPRESSION: 0, WATCH: 0, CLICK: 0, INSTALL: 0, ACTION: 0 },
  ...{ unpaid: 0, amount: 0n, corrected: 0n },
}

/** The lowest cost of one billable event; CPM prices are per thousand. */
export const oneEvent = (ad: Pick<ModelAd, 'billingType' | 'minCost'>): bigint =>
  ad.billingType === 'CPM' ? BigInt(ad.minCost) * 1_000n : BigInt(ad.minCost) * 1_000_000n
