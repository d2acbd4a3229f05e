import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Random } from '../../../server/src/demo/random.ts'
import type { Action } from '../model/model.ts'
import type { Circumstances, ModelRules } from '../model/rules.ts'

/** An address, and the place that it stands for: two addresses of an IPv6 network are one. */
export interface Whereabouts {
  address: string
  /** '' if the address identifies nobody. */
  site: string
  isHosted: boolean
}

const at = (address: string, site: string, isHosted = false): Whereabouts => ({ address, site, isHosted })
/** Of Korea, as the ads are. */
export const publicPlaces: readonly Whereabouts[] = [
  at('175.223.10.1', 'a carrier'),
  at('211.36.1.1', 'another carrier'),
  at('2001:2d8:1:1::1', 'a home'),
  at('2001:2d8:1:1::2', 'a home'),
]
const hosted = at('3.34.0.1', 'a data center', true)

/** The file of DATACENTER_RANGES. */
let rangesFile: string | undefined
export function dataCenterRanges(): string {
  if (!rangesFile) {
    rangesFile = join(mkdtempSync(join(tmpdir(), 'voltline-ranges-')), 'ranges.txt')
    writeFileSync(rangesFile, '3.34.0.0/16\n')
    process.on('exit', () => rmSync(dirname(rangesFile ?? ''), { recursive: true, force: true }))
  }
  return rangesFile
}

/** Half of the phones are behind a proxy that hides them. */
export function whereabouts(random: Random, deviceId: string): Whereabouts {
  const kind = random.next()
  if (kind < 0.6) return at(`10.0.0.${Number(deviceId.slice(7)) + 1}`, '')
  return kind < 0.98 ? random.pick(publicPlaces) : hosted
}

/** What a report claims, and how it is sent. */
export interface Conduct extends Whereabouts {
  userAgent: string
  measures: Pick<Circumstances, 'visibleMs' | 'visibleRatio' | 'width' | 'height' | 'playedMs'>
}

/** A time that keeps a limit, often just so; now and then a millisecond less. */
export function keeping(random: Random, limitMs: number, moreMsMax: number): number {
  const kind = random.next()
  if (kind < 0.035) return Math.max(0, limitMs - 1)
  return kind < 0.25 ? limitMs : limitMs + random.whole(0, moreMsMax)
}

const sides = [
  ...[
    { width: 320, height: 50 },
    { width: 320, height: 480 },
    { width: 640, height: 100 },
  ],
  ...[
    { width: 20, height: 20 },
    { width: 300, height: 250 },
    { width: 19, height: 100 },
  ],
]

function measuresOf(random: Random, action: Action, limit: (rule: string) => number, videoMs: number) {
  if (action === 'IMPRESSION' && random.chance(0.4)) {
    const visibleRatio = random.pick([1, 1, 1, 1, 1, 1, 1, 0.75, 0.75, 0.5, 0.5, 0.5, 0.49])
    return {
      ...{ visibleMs: keeping(random, limit('not_visible'), 5_000), visibleRatio },
      ...(random.chance(0.3) ? random.pick(sides) : {}),
    }
  }
  if (action !== 'WATCH' || videoMs === 0 || random.chance(0.5)) return {}
  return { playedMs: keeping(random, Math.max(0, videoMs - limit('watch_too_short')), 900) }
}

/** How a phone sends a report: mostly honestly, from where it was or from elsewhere, sometimes by a tool. */
export function conductOf(
  random: Random,
  { action, here, videoMs }: { action: Action; here: Whereabouts; videoMs: number },
  { rules, now }: { rules: ModelRules; now: number },
): Conduct {
  const limit = (rule: string) => rules.at(rule, now).limit ?? 0
  const userAgent = random.chance(0.97) ? 'okhttp/4.12.0' : random.pick(['curl/8.5.0', ''])
  return { ...here, userAgent, measures: measuresOf(random, action, limit, videoMs) }
}

/** A browser always names itself, an app need not. */
export function senderOf(
  way: 'event' | 'redirect' | 'postback',
  { userAgent }: Conduct,
): Circumstances['from'] {
  if (way === 'postback') return 'server'
  if (userAgent.startsWith('curl')) return 'bot'
  if (way === 'event') return 'app'
  return userAgent === '' ? 'nobody' : 'browser'
}
