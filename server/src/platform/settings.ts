import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Instant, instant, type Millionths, parseMillionths, userShare } from '@voltline/kernel'
import { openDataFolder } from './data-folder.ts'

export const roles = ['web', 'delivery', 'billing', 'worker'] as const
export type Role = (typeof roles)[number]

export const humanProviders = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'test'] as const
export type HumanProvider = (typeof humanProviders)[number]

export interface Settings {
  production: boolean
  port: number
  host: string
  publicUrl: string
  trustedProxies: number
  dataDir: string
  /** None means the embedded database. */
  databaseUrl: string | undefined
  s3: { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string } | undefined
  smtpUrl: string | undefined
  mailFrom: string
  contactMail: string
  roles: ReadonlySet<Role>
  demo: boolean
  secretKey: string
  humanCheck: { provider: HumanProvider; siteKey: string | undefined; secret: string | undefined }
  networkShare: Millionths
  minPayoutWon: number
  searchDays: number
  frequencyCap: number
  eventDays: number
  ffmpegPath: string
  ffprobePath: string
  rateLimits: boolean
  startsAt: Instant | undefined
  logLevel: string
}

/** A setting that stops the start; its message is the one line that the person sees. */
export class WrongSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

class Reader {
  readonly #environment: Environment
  constructor(environment: Environment) {
    this.#environment = environment
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  whole(name: string, range: { min: number; max: number; otherwise: number }): number {
    const value = this.text(name)
    if (value === undefined) return range.otherwise
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= range.min && number <= range.max)) {
      throw new WrongSetting(
        `${name} must be a whole number from ${range.min} to ${range.max}, not "${value}".`,
      )
    }
    return number
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.text(name)
    if (value === undefined) return otherwise
    if (value !== '0' && value !== '1') throw new WrongSetting(`${name} must be 0 or 1, not "${value}".`)
    return value === '1'
  }

  oneOf<T extends string>(name: string, values: readonly T[], otherwise: T): T {
    const value = this.text(name)
    if (value === undefined) return otherwise
    const found = values.find((one) => one === value)
    if (!found) throw new WrongSetting(`${name} must be one of ${values.join(', ')}, not "${value}".`)
    return found
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const fits = URL.canParse(value) && protocols.includes(new URL(value).protocol)
    if (!fits) throw new WrongSetting(`${name} must be a URL starting with ${protocols.join('// or ')}//.`)
    return value
  }
}

function readRoles(reader: Reader): ReadonlySet<Role> {
  const value = reader.text('ROLES') ?? 'all'
  if (value === 'all') return new Set(roles)
  const wanted = value.split(',').map((name) => name.trim())
  const found = roles.filter((role) => wanted.includes(role))
  if (found.length !== wanted.length) {
    throw new WrongSetting(`ROLES must be "all" or some of ${roles.join(', ')}, not "${value}".`)
  }
  return new Set(found)
}

function readS3(reader: Reader): Settings['s3'] {
  const endpoint = reader.url('S3_ENDPOINT', ['http:', 'https:'])
  if (!endpoint) return undefined
  const need = (name: string): string => {
    const value = reader.text(name)
    if (!value) throw new WrongSetting(`S3_ENDPOINT is set, so ${name} is needed too.`)
    return value
  }
  return {
    endpoint,
    bucket: need('S3_BUCKET'),
    accessKey: need('S3_ACCESS_KEY'),
    secretKey: need('S3_SECRET_KEY'),
    region: reader.text('S3_REGION') ?? 'us-east-1',
  }
}

function readHumanCheck(reader: Reader, production: boolean): Settings['humanCheck'] {
  const provider = reader.oneOf('HUMAN_CHECK', humanProviders, 'altcha')
  if (production && provider === 'test') throw new WrongSetting('HUMAN_CHECK=test is refused in production.')
  const siteKey = reader.text('HUMAN_CHECK_SITE_KEY')
  const secret = reader.text('HUMAN_CHECK_SECRET')
  const needsKeys = provider !== 'altcha' && provider !== 'test'
  if (needsKeys && !(siteKey && secret)) {
    throw new WrongSetting(`HUMAN_CHECK=${provider} needs HUMAN_CHECK_SITE_KEY and HUMAN_CHECK_SECRET.`)
  }
  return { provider, siteKey, secret }
}

function readNetworkShare(reader: Reader): Millionths {
  const text = reader.text('NETWORK_SHARE') ?? '0.2'
  const share = parseMillionths(text)
  if (share === undefined || share + userShare > 1_000_000) {
    throw new WrongSetting(`NETWORK_SHARE must be from 0 to 0.9 with at most 6 decimals, not "${text}".`)
  }
  return share
}

function readStart(reader: Reader, production: boolean): Instant | undefined {
  const text = reader.text('VOLTLINE_NOW')
  if (text === undefined) return undefined
  if (production) throw new WrongSetting('VOLTLINE_NOW is refused in production.')
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new WrongSetting(`VOLTLINE_NOW must be an ISO 8601 time, not "${text}".`)
  return instant(ms)
}

/** The key is made once and kept in the data folder, readable only by its owner. */
function readSecretKey(reader: Reader, options: { production: boolean; dataDir: string }): string {
  const given = reader.text('SECRET_KEY')
  if (given !== undefined) {
    if (given.length < 32) throw new WrongSetting('SECRET_KEY must have at least 32 characters.')
    return given
  }
  if (options.production) throw new WrongSetting('SECRET_KEY is needed in production.')
  const path = join(options.dataDir, 'secret-key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // Not there yet: the first start makes it.
  }
  try {
    openDataFolder(options.dataDir)
    const made = randomBytes(32).toString('hex')
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx' })
    return made
  } catch (fault) {
    throw new WrongSetting(fault instanceof Error ? fault.message : String(fault))
  }
}

function refuseInProduction(reader: Reader): void {
  const need = (name: string) => {
    if (!reader.text(name)) throw new WrongSetting(`${name} is needed in production.`)
  }
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL', 'SECRET_KEY']) need(name)
  if (reader.flag('DEMO', false)) throw new WrongSetting('DEMO=1 is refused in production.')
  if (!reader.flag('RATE_LIMITS', true)) throw new WrongSetting('RATE_LIMITS=0 is refused in production.')
}

/** Reads every setting once; a wrong one throws with the one line that says so. */
export function readSettings(environment: Environment): Settings {
  const reader = new Reader(environment)
  const production =
    reader.oneOf('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  if (production) refuseInProduction(reader)
  const port = reader.whole('PORT', { min: 0, max: 65_535, otherwise: 3_000 })
  const dataDir = resolve(reader.text('DATA_DIR') ?? '.data')
  const publicUrl = reader.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
  const mailFrom = reader.text('MAIL_FROM') ?? 'Voltline <no-reply@voltline.test>'
  return {
    production,
    port,
    host: reader.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: publicUrl.replace(/\/+$/, ''),
    trustedProxies: reader.whole('TRUST_PROXY', { min: 0, max: 20, otherwise: 0 }),
    dataDir,
    databaseUrl: reader.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    s3: readS3(reader),
    smtpUrl: reader.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom,
    contactMail: reader.text('CONTACT_MAIL') ?? 'contact@voltline.test',
    roles: readRoles(reader),
    demo: reader.flag('DEMO', !production),
    secretKey: readSecretKey(reader, { production, dataDir }),
    humanCheck: readHumanCheck(reader, production),
    networkShare: readNetworkShare(reader),
    minPayoutWon: reader.whole('MIN_PAYOUT', { min: 1, max: 1_000_000_000, otherwise: 100_000 }),
    searchDays: reader.whole('SEARCH_DAYS', { min: 1, max: 3_660, otherwise: 180 }),
    frequencyCap: reader.whole('FREQUENCY_CAP', { min: 1, max: 1_000_000, otherwise: 10 }),
    eventDays: reader.whole('EVENT_DAYS', { min: 9, max: 3_660, otherwise: 30 }),
    ffmpegPath: reader.text('FFMPEG_PATH') ?? 'ffmpeg',
    ffprobePath: reader.text('FFPROBE_PATH') ?? 'ffprobe',
    rateLimits: reader.flag('RATE_LIMITS', true),
    startsAt: readStart(reader, production),
    logLevel: reader.oneOf(
      'LOG_LEVEL',
      ['debug', 'info', 'warn', 'error', 'silent'],
      production ? 'info' : 'warn',
    ),
  }
}
