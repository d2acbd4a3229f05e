/**
 * The rules against invalid traffic, written from the design and not from the program: what may be known about an event,
 * when it breaks a rule, and which settings applied when it came.
 */
import type { Action, ModelEvent } from './model.ts'

const second = 1_000
const day = 86_400_000

/** How a report came, as its sender knows it. */
export interface Circumstances {
  /** The unit's product and the length of the ad's video; 0 if the ad has none. */
  product: string
  videoMs: number
  issuedAt: number
  /** A server's report says nothing about a person but its time. */
  from: 'app' | 'browser' | 'bot' | 'nobody' | 'server'
  /** The place that an address stands for; '' if the address identifies nobody. */
  site: string
  isHosted: boolean
  hasPlace: boolean
  /** The number of this click among those of the device in the app within an hour. */
  clicks: number
  visibleMs?: number | undefined
  visibleRatio?: number | undefined
  width?: number | undefined
  height?: number | undefined
  playedMs?: number | undefined
}

/** Judged by its own time and by the time of the event that it depends on. */
export type JudgedEvent = ModelEvent & { requiredAt: number | undefined; publisher: number }

type IsBroken = (event: JudgedEvent, limit: number, rules: ModelRules) => boolean

/** Time since the event that this one depends on. One that came first counts as following a second after the offer. */
function sinceRequired({ receivedAt, requiredAt, action, came }: JudgedEvent): number {
  const ms = receivedAt - (requiredAt ?? receivedAt)
  const isOnScreen = action === 'CLICK' || action === 'WATCH'
  return ms < 0 && isOnScreen ? receivedAt - (came.issuedAt + second) : ms
}

const isSmaller = (sent: number | undefined, least: number): boolean => sent !== undefined && sent < least

const tooFast =
  (action: Action): IsBroken =>
  (event, limit) =>
    event.action === action && sinceRequired(event) < limit

/** In the order of the design's table, with the defaults. */
const table: readonly [id: string, limit: number | null, isBroken: IsBroken][] = [
  [
    'too_soon',
    1_000,
    ({ action, receivedAt, came }, limit) => action === 'IMPRESSION' && receivedAt - came.issuedAt < limit,
  ],
  [
    'not_visible',
    1_000,
    ({ action, came }, limit) =>
      action === 'IMPRESSION' &&
      (isSmaller(came.visibleMs, limit) ||
        isSmaller(came.visibleRatio, 0.5) ||
        isSmaller(came.width, 20) ||
        isSmaller(came.height, 20)),
  ],
  [
    'watch_too_short',
    1_000,
    (event, missing) => {
      if (event.action !== 'WATCH') return false
      const { product, videoMs, playedMs } = event.came
      if (product === 'INTERSTITIAL') return sinceRequired(event) < 2 * second
      if (videoMs === 0) return false
      return sinceRequired(event) < videoMs - missing - second || isSmaller(playedMs, videoMs - missing)
    },
  ],
  ['click_too_fast', 300, tooFast('CLICK')],
  ['install_too_fast', 10_000, tooFast('INSTALL')],
  ['action_too_fast', 10_000, tooFast('ACTION')],
  ['device_flood', 30, ({ action, came }, limit) => action === 'CLICK' && came.clicks > limit],
  ['address_flood', 60, ({ came }) => came.from !== 'server' && came.site !== '' && !came.hasPlace],
  ['bot_agent', null, ({ came }) => came.from === 'bot' || came.from === 'nobody'],
  ['data_center', null, ({ came }) => came.from !== 'server' && came.isHosted],
  [
    'own_click',
    30,
    ({ action, receivedAt, came, publisher }, days, rules) =>
      (action === 'CLICK' || action === 'WATCH') &&
      rules.signins.some(
        ({ at, ...signin }) =>
          signin.publisher === publisher &&
          signin.site === came.site &&
          at <= receivedAt &&
          receivedAt - at <= days * day,
      ),
  ],
]
export const ruleNames = table.map(([id]) => id)

interface Setting {
  since: number
  limit: number | null
  isEnforced: boolean
}

export interface ModelVerdict {
  rule: string
  isEnforced: boolean
}

export class ModelRules {
  /** Oldest first. */
  readonly #changes = new Map<string, Setting[]>()
  readonly signins: { publisher: number; site: string; at: number }[] = []

  constructor(changes: ReadonlyMap<string, Setting[]> = new Map()) {
    this.#changes = new Map([...changes].map(([rule, settings]) => [rule, [...settings]]))
  }

  /** The settings as they are now, which do not follow later changes. */
  copy(): ModelRules {
    return new ModelRules(this.#changes)
  }

  at(rule: string, now: number): Omit<Setting, 'since'> {
    const [, limit = null] = table.find(([id]) => id === rule) ?? []
    const known = this.#changes.get(rule)?.findLast(({ since }) => since <= now)
    return known ?? { limit, isEnforced: true }
  }

  /** A change of what is already so is none. Two changes never have the same time. */
  change(rule: string, change: Partial<Omit<Setting, 'since'>>, now: number): void {
    const known = this.at(rule, now)
    const changed = { ...known, ...change }
    if (changed.limit === known.limit && changed.isEnforced === known.isEnforced) return
    const settings = this.#changes.get(rule) ?? []
    const last = settings.at(-1)
    settings.push({ ...changed, since: Math.max(now, last ? last.since + 1 : now) })
    this.#changes.set(rule, settings)
  }

  /** Of the sign-ins on one UTC day from one address, the first is remembered. */
  signIn(publisher: number, site: string, at: number): void {
    const dayOf = (time: number) => Math.floor(time / day)
    const isKnown = this.signins.some(
      (other) => other.publisher === publisher && other.site === site && dayOf(other.at) === dayOf(at),
    )
    if (site !== '' && !isKnown) this.signins.push({ publisher, site, at })
  }

  /** By the settings of the event's own time. A rule that is only observed never shields from one that is enforced. */
  verdict(event: JudgedEvent): ModelVerdict | undefined {
    const broken = table
      .filter(([id, , isBroken]) => isBroken(event, this.at(id, event.receivedAt).limit ?? 0, this))
      .map(([id]) => ({ rule: id, isEnforced: this.at(id, event.receivedAt).isEnforced }))
    return broken.find(({ isEnforced }) => isEnforced) ?? broken[0]
  }
}
