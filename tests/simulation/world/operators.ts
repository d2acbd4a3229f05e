import {
  addCorrection,
  answerPayout,
  changeRule,
  debitCash,
  previewCorrection,
  releasePayout,
} from '@voltline/contract'
import { type CustomerId, type Instant, instant } from '@voltline/kernel'
import { AddressHasher } from '../../../server/src/domain/quality/addresses/hasher.ts'
import { saveSigninAddress } from '../../../server/src/domain/quality/addresses/signin-store.ts'
import type { ModelEvent } from '../model/model.ts'
import { ruleNames } from '../model/rules.ts'
import { publicPlaces } from './conduct.ts'
import type { CrashPoint } from './fragile-database.ts'
import type { World } from './world.ts'

const hour = 3_600_000
const day = 24 * hour
/** Thresholds that a handful of phones reach. */
const smallLimits: Record<string, readonly number[]> = {
  device_flood: [1, 2, 3],
  address_flood: [0, 1, 2, 3],
  own_click: [0, 1, 7, 30],
}
const reason = 'a reason'

/** One of medID, proID, deviceID and rule, and the events that it means. */
interface Subject {
  input: { medID: number } | { proID: number } | { deviceID: string } | { rule: string }
  isMeant: (event: ModelEvent) => boolean
}

interface Period {
  from: Instant
  to: Instant
}

interface Answered {
  error: string
  events: number
  amount: string
  advertisers: string
}

/** The micros of an amount as the consoles write it. */
const microsOf = (amount: unknown): bigint => {
  const [won = '0', part = ''] = String(amount).split('.')
  return BigInt(won) * 1_000_000n + BigInt(part.padEnd(6, '0'))
}

/** What operators do about the quality of traffic, and the same in the model. */
export class Operators {
  readonly #world: World
  readonly #hasher: AddressHasher
  #calls = 0
  /** The last correction, which is often made again over a longer period. */
  #last: (Subject & { period: Period }) | undefined
  corrected = 0
  /** Replies that the model did not predict. */
  readonly wrong: string[] = []

  constructor(world: World) {
    this.#world = world
    this.#hasher = new AddressHasher(world)
  }

  /** Some networks have rules that five phones can break. */
  async settle(): Promise<void> {
    const { random, natsUrl } = this.#world
    if (random.chance(0.2) && !natsUrl) await this.#change('device_flood', { limit: random.pick([1, 2, 3]) })
    if (random.chance(0.2)) await this.#change('address_flood', { limit: random.pick([1, 2, 3]) })
    if (random.chance(0.2)) await this.signIn()
    if (random.chance(0.3)) await this.#change(random.pick(ruleNames), { isEnforced: false })
    if (random.chance(0.5))
      await this.#change(random.pick(['too_soon', 'not_visible']), { isEnforced: false })
  }

  /** On JetStream a process may take a repeat of another's click for a new one, so their numbers cannot be foretold. */
  async changeRule(): Promise<void> {
    const { random, natsUrl, model, now } = this.#world
    const rule = random.pick(natsUrl ? ruleNames.filter((name) => name !== 'device_flood') : ruleNames)
    const { limit } = model.rules.at(rule, now)
    const limits = limit === null ? [] : (smallLimits[rule] ?? [limit, 0, 300, 1_000, 2_500])
    const change = {
      ...(limits.length > 0 && random.chance(0.4) ? { limit: random.pick(limits) } : {}),
      ...(random.chance(0.7) ? { isEnforced: random.chance(0.5) } : {}),
    }
    await this.#change(rule, change)
  }

  async #change(rule: string, change: { limit?: number; isEnforced?: boolean }): Promise<void> {
    const { consoles, operator, model, now } = this.#world
    const mode = change.isEnforced ? ('ENFORCE' as const) : ('OBSERVE' as const)
    const { error } = await consoles.call(operator, changeRule, {
      rule,
      ...(change.limit === undefined ? {} : { threshold: change.limit }),
      ...(change.isEnforced === undefined ? {} : { mode }),
    })
    if (error !== 'SUCCESS') this.wrong.push(`a change of ${rule} answered ${error}`)
    model.rules.change(rule, change, now)
  }

  /** A publisher signs in from an address of the phones; without the password, whose hashing takes longer than a seed. */
  async signIn(): Promise<void> {
    const { random, db, publishers, model, clock } = this.#world
    const publisher = random.pick(publishers)
    const { address, site } = random.pick(publicPlaces)
    const now = clock.now()
    const { ipHash } = await this.#hasher.of(address, now)
    await db.transaction((tx) => saveSigninAddress(tx, publisher as CustomerId, { ipHash, now }))
    model.rules.signIn(publisher, site, now)
  }

  async debit(): Promise<void> {
    const { random, consoles, operator, model } = this.#world
    const advertiser = random.pick(this.#world.advertisers)
    const cash = model.accounts.get(`CASH/${advertiser}`) ?? 0n
    const cashWon = Number(cash / 1_000_000n)
    const amount = Math.max(1, random.pick([cashWon + 1, random.whole(1, 20_000), Math.floor(cashWon / 4)]))
    const expected = BigInt(amount) * 1_000_000n > cash ? 'INSUFFICIENT_FUNDS' : 'SUCCESS'
    const { error } = await consoles.call(operator, debitCash, { custID: advertiser, amount, reason })
    if (error !== expected) this.wrong.push(`a debit of ${amount} answered ${error}, not ${expected}`)
    if (error !== 'SUCCESS') return
    model.move(`CASH/${advertiser}`, -BigInt(amount) * 1_000_000n)
    model.move('OUTSIDE', BigInt(amount) * 1_000_000n)
  }

  async releasePayout(): Promise<void> {
    const { random, consoles, operator, payouts } = this.#world
    if (payouts.requests.length === 0) return
    const request = random.pick(payouts.requests)
    if (request.status === 'WAITING' && random.chance(0.7)) {
      await consoles.call(operator, answerPayout, { requestID: request.id, status: 'HOLD', reason })
      payouts.decide(request, 'HOLD')
    }
    const input = { requestID: request.id, reason }
    const { error } = await consoles.call(operator, releasePayout, input)
    const expected = payouts.release(request)
    if (error !== expected) this.wrong.push(`a release of a payout was ${error}, not ${expected}`)
  }

  #subject(): Subject {
    const { random, model } = this.#world
    const charged = [...model.counted.values()].filter((counted) => counted.charged > 0n)
    const event = random.pick(charged).event
    const observed = [...model.judged.values()].filter(({ isEnforced }) => !isEnforced)
    const kind = random.next()
    if (observed.length > 0 && kind < 0.5) {
      const { rule } = random.pick(observed)
      const isMeant = ({ issueDay, offerId, action }: ModelEvent) => {
        const verdict = model.judged.get(`${issueDay}/${offerId}/${action}`)
        return verdict?.rule === rule && !verdict.isEnforced
      }
      return { input: { rule }, isMeant }
    }
    if (kind < 0.7) {
      const { mediumId } = event
      return { input: { medID: mediumId }, isMeant: (other) => other.mediumId === mediumId }
    }
    const { adId, deviceId } = event
    return kind < 0.85
      ? { input: { proID: adId }, isMeant: (other) => other.adId === adId }
      : { input: { deviceID: deviceId }, isMeant: (other) => other.deviceId === deviceId }
  }

  /** Both ends belong to the period, and are often the time of an event. */
  #period(): Period {
    const { random, model, now } = this.#world
    const times = [...model.counted.values()].map(({ event }) => event.receivedAt)
    const any = () => (random.chance(0.5) ? random.pick(times) : now - random.whole(0, 3 * day))
    const [one, other] = [any(), random.chance(0.5) ? now : any()]
    return { from: instant(Math.min(one, other)), to: instant(Math.max(one, other)) }
  }

  /** The caller has made sure that the model knows what billing has charged. */
  async correct(): Promise<void> {
    const { model, random, payouts, consoles, operator } = this.#world
    if (![...model.counted.values()].some(({ charged }) => charged > 0n)) return
    const again = random.chance(0.3) ? this.#last : undefined
    const { input, isMeant } = again ?? this.#subject()
    const period = again ? { ...again.period, to: this.#world.clock.now() } : this.#period()
    if (period.from > period.to) return
    this.#last = { input, isMeant, period }
    const { charges, credits } = model.correctable(
      (event) => isMeant(event) && event.receivedAt >= period.from && event.receivedAt <= period.to,
    )
    const expected: Answered = {
      error: 'SUCCESS',
      events: charges.length,
      amount: String(charges.reduce((sum, { charged }) => sum + charged, 0n)),
      advertisers: [...credits]
        .map(([id, amount]) => `${id}: ${amount}`)
        .sort()
        .join(),
    }
    const selection = { ...input, from: isoOf(period.from), to: isoOf(period.to) }
    const preview = await consoles.call(operator, previewCorrection, selection)
    this.#check(`a preview of ${JSON.stringify(selection)}`, answered(preview), expected)
    if (random.chance(0.2)) return
    await this.#makeCorrection({ ...selection, reason }, expected)
    for (const charge of charges) model.correct(charge, payouts.isClosed(charge.event.receivedAt))
    this.corrected += charges.length
  }

  /** Once, twice under one key, by two operators at once, or by a process that dies. It has effect once. */
  async #makeCorrection(input: Parameters<typeof this.send>[0], expected: Answered): Promise<void> {
    const { random, consoleDb } = this.#world
    const [key, otherKey] = [this.#key(), this.#key()]
    const way = random.next()
    if (way < 0.25) {
      const both = await Promise.all([this.send(input, key), this.send(input, otherKey)])
      const first = both.find(({ events }) => events > 0) ?? both[0]
      const nothing = { error: 'SUCCESS', events: 0, amount: '0', advertisers: '' }
      this.#check('one of two corrections at once', first, expected)
      for (const other of both) if (other !== first) this.#check('the other of two', other, nothing)
      return
    }
    if (way < 0.6) {
      const where: CrashPoint = random.chance(0.6)
        ? { statement: random.whole(3, 30) }
        : random.pick(['before commit', 'after commit'] as const)
      consoleDb.crashAt = where
      await this.send(input, key).catch(() => undefined)
      consoleDb.crashAt = undefined
    }
    for (let sent = random.chance(0.3) ? 2 : 1; sent > 0; sent--) {
      this.#check('a correction', await this.send(input, key), expected)
    }
  }

  async send(
    input: { from: string; to: string; reason: string } & Subject['input'],
    key: string,
  ): Promise<Answered> {
    const { consoles, operator } = this.#world
    return answered(await consoles.call(operator, addCorrection, input, { 'idempotency-key': key }))
  }

  #key(): string {
    this.#calls += 1
    return `correction-${this.#calls}`
  }

  #check(what: string, found: Answered | undefined, expected: Answered): void {
    const [is, mustBe] = [JSON.stringify(found), JSON.stringify(expected)]
    if (is !== mustBe) this.wrong.push(`${what} answered ${is}, not ${mustBe}`)
  }
}

const isoOf = (at: Instant): string => new Date(at).toISOString()

function answered({ error, body }: { error: string; body: Record<string, unknown> }): Answered {
  const advertisers = (body.advertisers ?? []) as { CustID: number; Amount: unknown }[]
  return {
    error,
    events: Number(body.events),
    amount: String(microsOf(body.amount)),
    advertisers: advertisers
      .map(({ CustID, Amount }) => `${CustID}: ${microsOf(Amount)}`)
      .sort()
      .join(),
  }
}
