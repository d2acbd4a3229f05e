import { resolve } from 'node:path'
import { adReviewModes } from '@voltline/contract'
import { type Instant, instant, type Millionths, parseMillionths, userShare } from '@voltline/kernel'
import { z } from 'zod'
import { hostUrls } from './database/connections/hosts.ts'
import { parseNatsUrl } from './nats/nats-url.ts'
import { keptSecretKey } from './secret-key.ts'

export const roles = ['web', 'delivery', 'billing', 'worker'] as const
export type Role = (typeof roles)[number]

export const humanProviders = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'test'] as const
export type HumanProvider = (typeof humanProviders)[number]

/** A setting that stops the start; its message is the one line that the operator reads. */
export class WrongSetting extends Error {}

// The messages below follow the name of the setting.

const whole = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}".`,
    })
    .transform(Number)

const flag = z
  .enum(['0', '1'], { error: ({ input }) => `must be 0 or 1, not "${input}".` })
  .transform((text) => text === '1')

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: ({ input }) => `must be one of ${values.join(', ')}, not "${input}".` })

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL starting with ${protocols.join('// or ')}//.`,
  })

/** May name several hosts, separated by commas, as libpq's URLs do. */
const databaseUrl = z
  .string()
  .refine(
    (text) =>
      hostUrls(text).every((host) => URL.canParse(host) && /^postgres(ql)?:$/.test(new URL(host).protocol)),
    { error: 'must be a URL starting with postgres:// or postgresql://.' },
  )

const rolesList = z.string().transform((text, context): ReadonlySet<Role> => {
  if (text === 'all') return new Set(roles)
  const wanted = text.split(',').map((name) => name.trim())
  const known = roles.filter((role) => wanted.includes(role))
  if (known.length !== wanted.length) {
    context.addIssue(`must be "all" or some of ${roles.join(', ')}, not "${text}".`)
  }
  return new Set(known)
})

const share = z.string().transform((text, context): Millionths => {
  const parsed = parseMillionths(text)
  if (parsed === undefined || parsed + userShare > 1_000_000) {
    context.addIssue(`must be from 0 to 0.9 with at most 6 decimals, not "${text}".`)
  }
  return parsed ?? userShare
})

const fraction = z.string().transform((text, context): number => {
  const value = /^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined
  if (value === undefined) context.addIssue(`must be from 0 to 1 with at most 6 decimals, not "${text}".`)
  return value ?? 0
})

const formerKeys = z.string().transform((text, context): readonly string[] => {
  const keys = text.split(',').map((key) => key.trim())
  if (keys.some((key) => key.length < 32)) {
    context.addIssue('must be keys of at least 32 characters, separated by commas.')
  }
  return keys
})

const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), {
    error: ({ input }) => `must be an ISO 8601 time, not "${input}".`,
  })
  .transform((text): Instant => instant(Date.parse(text)))

const natsServers = z.string().transform((text, context) => {
  const servers = parseNatsUrl(text)
  if (!servers) context.addIssue('must be like nats://user:password@host:4222,host2:4222, or tls://.')
  return servers
})

const natsPrefix = z.string().regex(/^[\w-]{1,32}$/, {
  error: ({ input }) => `must have 1 to 32 letters, digits, - or _, not "${input}".`,
})

const Environment = z
  .object({
    NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
    PORT: whole(0, 65_535).default(3_000),
    HOST: z.string().optional(),
    PUBLIC_URL: url('http:', 'https:').optional(),
    TRUST_PROXY: whole(0, 20).default(0),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_READ_URL: databaseUrl.optional(),
    S3_ENDPOINT: url('http:', 'https:').optional(),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY: z.string().optional(),
    S3_SECRET_KEY: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    BACKUP_URL: z.string().optional(),
    BACKUP_KEY: z.string().min(32, { error: 'must have at least 32 characters.' }).optional(),
    BACKUP_DAYS: whole(1, 3_660).default(14),
    SMTP_URL: url('smtp:', 'smtps:').optional(),
    MAIL_FROM: z.string().default('Voltline <no-reply@voltline.test>'),
    CONTACT_MAIL: z.string().default('contact@voltline.test'),
    ROLES: rolesList.prefault('all'),
    DEMO: flag.optional(),
    SECRET_KEY: z.string().min(32, { error: 'must have at least 32 characters.' }).optional(),
    SECRET_KEY_OLD: formerKeys.optional(),
    OPS_TOKEN: z.string().min(32, { error: 'must have at least 32 characters.' }).optional(),
    HUMAN_CHECK: oneOf(humanProviders).default('altcha'),
    HUMAN_CHECK_SITE_KEY: z.string().optional(),
    HUMAN_CHECK_SECRET: z.string().optional(),
    NETWORK_SHARE: share.prefault('0.2'),
    MIN_PAYOUT: whole(1, 1_000_000_000).default(100_000),
    MIN_WITHDRAW: whole(1, 1_000_000_000).default(1_000),
    SEARCH_DAYS: whole(1, 3_660).default(180),
    AD_REVIEW: oneOf(adReviewModes).default('after'),
    FREQUENCY_CAP: whole(1, 1_000_000).default(10),
    EVENT_DAYS: whole(9, 3_660).default(30),
    EVENT_PARTITIONS: whole(1, 256).default(16),
    EVENT_LOG_URL: natsServers.optional(),
    EVENT_LOG_MAX_BYTES: whole(1, 999_999_999_999_999).optional(),
    NATS_PREFIX: natsPrefix.default('voltline'),
    NATS_CREDS: z.string().optional(),
    FFMPEG_PATH: z.string().default('ffmpeg'),
    FFPROBE_PATH: z.string().default('ffprobe'),
    RATE_LIMITS: flag.default(true),
    TRAFFIC_RULES: flag.default(true),
    DATACENTER_RANGES: z.string().default(''),
    CALLBACK_ALLOW_PRIVATE: flag.default(false),
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
    OTEL_TRACES_SAMPLER_ARG: fraction.prefault('0.01'),
    OTEL_METRIC_EXPORT_INTERVAL: whole(100, 3_600_000).default(60_000),
    DETECTOR_Z: whole(1, 1_000).default(6),
    DETECTOR_EVENTS: whole(50, 1_000_000_000).default(200),
    VOLTLINE_NOW: time.optional(),
    LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  })
  .superRefine((environment, context) => {
    const problem = productionProblem(environment) ?? combinationProblem(environment)
    if (problem !== undefined) context.addIssue(problem)
  })
type Environment = z.output<typeof Environment>

function productionProblem(environment: Environment): string | undefined {
  if (environment.NODE_ENV !== 'production') return undefined
  const needed = (['PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL', 'SECRET_KEY'] as const).find(
    (name) => environment[name] === undefined,
  )
  if (needed) return `${needed} is needed in production.`
  if (environment.DEMO) return 'DEMO=1 is refused in production.'
  if (!environment.TRAFFIC_RULES) return 'TRAFFIC_RULES=0 is refused in production.'
  if (!environment.RATE_LIMITS) return 'RATE_LIMITS=0 is refused in production.'
  if (environment.CALLBACK_ALLOW_PRIVATE) return 'CALLBACK_ALLOW_PRIVATE=1 is refused in production.'
  if (environment.HUMAN_CHECK === 'test') return 'HUMAN_CHECK=test is refused in production.'
  if (environment.VOLTLINE_NOW !== undefined) return 'VOLTLINE_NOW is refused in production.'
  return undefined
}

function combinationProblem(environment: Environment): string | undefined {
  if (environment.DATABASE_READ_URL && !environment.DATABASE_URL)
    return 'DATABASE_READ_URL is set, so DATABASE_URL is needed too.'
  const { BACKUP_URL: backupUrl } = environment
  if (backupUrl && !environment.BACKUP_KEY) return 'BACKUP_URL is set, so BACKUP_KEY is needed too.'
  const isBackupInS3 = backupUrl?.startsWith('s3://')
  if (isBackupInS3 && !environment.S3_ENDPOINT) return 'BACKUP_URL is in S3, so S3_ENDPOINT is needed too.'
  const missing = (['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const).find(
    // Without a bucket for files, S3 is used for the backup alone.
    (name) => environment[name] === undefined && !(name === 'S3_BUCKET' && isBackupInS3),
  )
  if (environment.S3_ENDPOINT && missing) return `S3_ENDPOINT is set, so ${missing} is needed too.`
  const { HUMAN_CHECK: provider, HUMAN_CHECK_SITE_KEY: siteKey, HUMAN_CHECK_SECRET: secret } = environment
  const needsKeys = provider !== 'altcha' && provider !== 'test'
  if (needsKeys && !(siteKey && secret)) {
    return `HUMAN_CHECK=${provider} needs HUMAN_CHECK_SITE_KEY and HUMAN_CHECK_SECRET.`
  }
  return undefined
}

export type Settings = ReturnType<typeof toSettings> & { secretKey: string }

interface S3Access {
  endpoint: string
  accessKey: string
  secretKey: string
  region: string
}

function backupOf(environment: Environment, s3: S3Access | undefined) {
  const { BACKUP_URL: url, BACKUP_KEY: key = '', BACKUP_DAYS: days } = environment
  return url ? { place: { url, key, s3 }, days } : undefined
}

function otlpOf(environment: Environment) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment
  if (!endpoint) return undefined
  const { OTEL_TRACES_SAMPLER_ARG: traceShare, OTEL_METRIC_EXPORT_INTERVAL: metricsMs } = environment
  return { endpoint, traceShare, metricsMs }
}

function toSettings(environment: Environment) {
  const production = environment.NODE_ENV === 'production'
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`
  const { S3_ENDPOINT: endpoint } = environment
  const s3Access = endpoint && {
    endpoint,
    accessKey: environment.S3_ACCESS_KEY ?? '',
    secretKey: environment.S3_SECRET_KEY ?? '',
    region: environment.S3_REGION,
  }
  const { S3_BUCKET: bucket } = environment
  return {
    production,
    port: environment.PORT,
    host: environment.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: publicUrl.replace(/\/+$/, ''),
    trustedProxies: environment.TRUST_PROXY,
    dataDir: resolve(environment.DATA_DIR),
    /** Undefined means the embedded database. */
    databaseUrl: environment.DATABASE_URL,
    /** A replica for reports and for delivery's first load. */
    databaseReadUrl: environment.DATABASE_READ_URL,
    s3: s3Access && bucket ? { ...s3Access, bucket } : undefined,
    backup: backupOf(environment, s3Access || undefined),
    otlp: otlpOf(environment),
    smtpUrl: environment.SMTP_URL,
    mailFrom: environment.MAIL_FROM,
    contactMail: environment.CONTACT_MAIL,
    roles: environment.ROLES,
    demo: environment.DEMO ?? !production,
    formerSecretKeys: environment.SECRET_KEY_OLD ?? [],
    opsToken: environment.OPS_TOKEN,
    humanCheck: {
      provider: environment.HUMAN_CHECK,
      siteKey: environment.HUMAN_CHECK_SITE_KEY,
      secret: environment.HUMAN_CHECK_SECRET,
    },
    networkShare: environment.NETWORK_SHARE,
    minPayoutWon: environment.MIN_PAYOUT,
    minWithdrawVolts: environment.MIN_WITHDRAW,
    searchDays: environment.SEARCH_DAYS,
    adReview: environment.AD_REVIEW,
    frequencyCap: environment.FREQUENCY_CAP,
    eventDays: environment.EVENT_DAYS,
    eventPartitions: environment.EVENT_PARTITIONS,
    /** Undefined means the event log in PostgreSQL. */
    nats: environment.EVENT_LOG_URL && {
      servers: environment.EVENT_LOG_URL,
      credsPath: environment.NATS_CREDS,
      prefix: environment.NATS_PREFIX,
    },
    eventLogBytesMax: environment.EVENT_LOG_MAX_BYTES,
    ffmpegPath: environment.FFMPEG_PATH,
    ffprobePath: environment.FFPROBE_PATH,
    rateLimits: environment.RATE_LIMITS,
    trafficRules: environment.TRAFFIC_RULES,
    dataCenterRanges: environment.DATACENTER_RANGES,
    callbackAllowsPrivate: environment.CALLBACK_ALLOW_PRIVATE,
    detectors: { zMin: environment.DETECTOR_Z, eventsMin: environment.DETECTOR_EVENTS },
    startsAt: environment.VOLTLINE_NOW,
    logLevel: environment.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  }
}

/** Reads every setting once. A wrong one throws WrongSetting; an empty one counts as not set. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const trimmed = Object.entries(variables).map(([name, value]) => [name, value?.trim() || undefined])
  const parsed = Environment.safeParse(Object.fromEntries(trimmed))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new WrongSetting([...(issue?.path ?? []), issue?.message].join(' '))
  }
  const settings = toSettings(parsed.data)
  try {
    return { ...settings, secretKey: parsed.data.SECRET_KEY ?? keptSecretKey(settings.dataDir) }
  } catch (fault) {
    throw new WrongSetting(fault instanceof Error ? fault.message : String(fault))
  }
}
