import { z } from 'zod'
import { type PricingModel, platforms, pricingModels, products } from './common/enums.ts'
import type { ErrorCode } from './common/errors.ts'
import { Id } from './common/fields.ts'

/** Limits of the SDK API that apps rely on. */
export const sdkLimits = {
  deviceIdMax: 64,
  tokenMax: 200,
  bodyBytesMax: 16_384,
  impressionLifeMs: 10 * 60_000,
  watchLifeMs: 60 * 60_000,
  clickLifeMs: 60 * 60_000,
  /** An install or action follows its click within this time. */
  clickIdLifeMs: 7 * 24 * 3_600_000,
  adRequestsPerMinuteMax: 60,
  /** How long an ad must be in view before its impression is reported. */
  minVisibleMs: 1_000,
  /** Characters of the app's own id of a user, and of what it passes through to its server. */
  userIdMax: 128,
  customMax: 256,
  deviceKeyMax: 128,
} as const

/** Text of at most so many characters, as PostgreSQL can store it. */
export const Characters = (max: number) =>
  z
    .string()
    .max(2 * max)
    .refine((text) => [...text].length <= max && !text.includes('\0'), {
      message: `must have at most ${max} characters`,
    })

/** Printable ASCII, because it is not escaped in tokens, URLs and receipts. */
export const deviceIdPattern = /^[\x21-\x7e]{1,64}$/
export const DeviceId = z.string().regex(deviceIdPattern)

/** Expected billable events per 1,000 impressions of an ad without history. */
export const expectedPerThousand = { CPC: 20, CPV: 500, nCPI: 2, nCPA: 1 } as const satisfies Record<
  Exclude<PricingModel, 'CPM'>,
  number
>

/** The events that an app may report. Installs and actions come from the advertiser, by postback. */
export const reportedActions = ['IMPRESSION', 'WATCH', 'CLICK'] as const
export type ReportedAction = (typeof reportedActions)[number]

export interface SdkCall {
  method: 'GET' | 'POST' | 'GET or POST'
  path: string
  about: string
  /** Whether the app's key is needed in X-Api-Key. */
  key: boolean
  input: z.ZodType
  output: z.ZodObject
  codes: readonly ErrorCode[]
  /** The number of calls of a device is limited: beyond it 429. */
  limited?: true
}

const sdkCall = <const C extends SdkCall>(call: C): C => call

const Country = z.string().max(64).optional()

/** What an app measured; a negative number counts as 0. */
const Measure = z.number()

export const SdkReward = z.object({ name: z.string(), count: z.number().int() })

export const SdkAd = z.object({
  token: z.string().max(sdkLimits.tokenMax),
  proID: z.number().int().min(0),
  product: z.enum(products),
  billingType: z.enum(pricingModels),
  materials: z.array(z.string()),
  name: z.string(),
  appInfo: z
    .object({
      Title: z.string(),
      Genres: z.array(z.string()),
      Free: z.boolean(),
      StoreURL: z.string(),
      Score: z.number().nullable().optional(),
      Installs: z.string().optional(),
    })
    .optional(),
  /** How long the ad must be in view before its impression is reported. */
  minVisibleMs: z.number().int().optional(),
  /** The length of the video; a watch is reported at its end. */
  videoMs: z.number().int().optional(),
  clickURL: z.string(),
  reward: SdkReward.optional(),
  /** Seconds within which the impression must be reported. */
  expiresIn: z.number().int(),
})
export type SdkAd = z.output<typeof SdkAd>

export const sdkSession = sdkCall({
  method: 'POST',
  path: '/sdk/v1/session',
  about: 'Reports that a device has opened the app.',
  key: true,
  input: z.object({
    deviceID: DeviceId,
    platform: z.enum(platforms),
    country: Country,
    language: z.string().max(64).optional(),
    appVersion: z.string().max(64).optional(),
    /** From an earlier answer; the SDK keeps it and sends it with every later session. */
    deviceKey: z.string().max(sdkLimits.deviceKeyMax).optional(),
  }),
  output: z.object({
    error: z.string(),
    serverTime: z.string().optional(),
    /** The device’s secret, until a call has carried it. */
    deviceKey: z.string().optional(),
  }),
  codes: ['SUCCESS', 'API_FORBIDDEN', 'IS_BLOCKED', 'UNKNOWN'],
})

export const sdkAd = sdkCall({
  method: 'POST',
  path: '/sdk/v1/ad',
  about: 'Requests an ad for one inventory unit.',
  key: true,
  input: z.object({ medID: Id, deviceID: DeviceId, country: Country, test: z.boolean().optional() }),
  output: z.object({ error: z.string(), ad: SdkAd.optional() }),
  codes: [
    'SUCCESS',
    'ADSERVER_TEST',
    'API_FORBIDDEN',
    'UNKNOWN_MEDID',
    'AD_DISABLED',
    'AD_NOTFOUND',
    'EXCEEDED_IMPRESSION',
    'IS_BLOCKED',
    'TRYAGAIN_LATER',
    'UNKNOWN',
  ],
  limited: true,
})

export const sdkEvent = sdkCall({
  method: 'POST',
  path: '/sdk/v1/event',
  about: 'Reports an event of an ad. Returns once the event is on disk.',
  key: true,
  input: z.object({
    token: z.string(),
    action: z.enum(reportedActions),
    deviceID: z.string().optional(),
    /** Of an impression: how long the ad has been in view, how much of it (0 to 1), and its size in points. */
    visibleMs: Measure.optional(),
    visibleRatio: Measure.optional(),
    width: Measure.optional(),
    height: Measure.optional(),
    /** Of a watch: how much of the video was played. */
    playedMs: Measure.optional(),
    /** Of a watch: for the reward callback of the unit. */
    userID: Characters(sdkLimits.userIdMax).optional(),
    custom: Characters(sdkLimits.customMax).optional(),
  }),
  output: z.object({
    error: z.string(),
    repeated: z.boolean().optional(),
    reward: SdkReward.extend({ receipt: z.string().optional() }).optional(),
  }),
  codes: ['SUCCESS', 'API_FORBIDDEN', 'AD_NOTFOUND', 'AD_EXPIRED', 'IS_BLOCKED', 'TRYAGAIN_LATER', 'UNKNOWN'],
})

const postbackCodes = [
  'SUCCESS',
  'API_FORBIDDEN',
  'AD_NOTFOUND',
  'AD_EXPIRED',
  'TRYAGAIN_LATER',
  'UNKNOWN',
] as const

export const postbackInstall = sdkCall({
  method: 'GET or POST',
  path: '/postback/v1/install',
  about:
    'The advertiser reports an install; sig is HMAC-SHA256(secret, "install:" + click_id) in lower-case hex. A measurement partner sends the campaign’s token instead.',
  key: false,
  input: z.object({ click_id: z.string(), sig: z.string().optional(), token: z.string().optional() }),
  output: z.object({ error: z.string(), repeated: z.boolean().optional() }),
  codes: postbackCodes,
})

export const postbackAction = sdkCall({
  method: 'GET or POST',
  path: '/postback/v1/action',
  about:
    'The advertiser reports an action; sig signs "action:" + click_id + ":" + (event or ""). A measurement partner sends the campaign’s token instead.',
  key: false,
  input: z.object({
    click_id: z.string(),
    event: z.string().max(255).optional(),
    sig: z.string().optional(),
    token: z.string().optional(),
  }),
  output: z.object({ error: z.string(), repeated: z.boolean().optional() }),
  codes: postbackCodes,
})

export const sdkAppReward = sdkCall({
  method: 'POST',
  path: '/sdk/v1/app-reward',
  about: 'Claims an app reward, once a UTC day per device and key.',
  key: true,
  input: z.object({ deviceID: DeviceId, rewardKey: z.string().min(1).max(255) }),
  output: z.object({ error: z.string(), reward: SdkReward.optional() }),
  codes: ['SUCCESS', 'ONLY_ONCEDAY', 'API_FORBIDDEN', 'IS_BLOCKED', 'TRYAGAIN_LATER', 'UNKNOWN'],
})

export const withdrawalStatuses = ['WAITING', 'PAID', 'RETURNED'] as const

const SdkWithdrawal = z.object({
  id: z.number().int(),
  volts: z.number().int(),
  status: z.enum(withdrawalStatuses),
  at: z.string(),
  /** Of a paid one. */
  transaction: z.string().optional(),
  /** Of a returned one: WITHDRAW_TIMEOUT, or the operator’s text. */
  reason: z.string().optional(),
})

export const sdkUser = sdkCall({
  method: 'GET',
  path: '/sdk/v1/user',
  about: 'The volts that a device has earned in this app; with its key also its address and withdrawals.',
  key: true,
  input: z.object({ deviceID: DeviceId, deviceKey: z.string().max(sdkLimits.deviceKeyMax).optional() }),
  output: z.object({
    error: z.string(),
    /** Without what is reserved. */
    volts: z.number().optional(),
    /** Null until it is set. */
    address: z.string().nullable().optional(),
    reserved: z.number().optional(),
    withdrawals: z.array(SdkWithdrawal).optional(),
  }),
  codes: ['SUCCESS', 'API_FORBIDDEN', 'IS_BLOCKED', 'TRYAGAIN_LATER', 'UNKNOWN'],
})

const walletCodes = ['SUCCESS', 'API_FORBIDDEN', 'IS_BLOCKED', 'TRYAGAIN_LATER', 'UNKNOWN'] as const
const DeviceKey = z.string().max(sdkLimits.deviceKeyMax).optional()

export const sdkUserAddress = sdkCall({
  method: 'POST',
  path: '/sdk/v1/user/address',
  about: 'Sets the EVM address that the device withdraws to, once a UTC day.',
  key: true,
  input: z.object({ deviceID: DeviceId, deviceKey: DeviceKey, address: z.string().max(128) }),
  output: z.object({ error: z.string() }),
  codes: [...walletCodes, 'INVALID_ADDR', 'CANNOT_EDITADDR', 'ONLY_ONCEDAY', 'EXCEEDED_ADDR'],
})

export const sdkUserWithdraw = sdkCall({
  method: 'POST',
  path: '/sdk/v1/user/withdraw',
  about: 'Requests a withdrawal of whole volts, once a UTC day.',
  key: true,
  input: z.object({
    deviceID: DeviceId,
    deviceKey: DeviceKey,
    volts: z.number().int().min(1).max(1_000_000_000_000),
  }),
  output: z.object({ error: z.string(), id: z.number().int().optional() }),
  codes: [...walletCodes, 'NEED_ADDR', 'ONLY_ONCEDAY', 'NOTENOUGH_POINT', 'INSUFFICIENT_FUNDS'],
})

export const sdkKeys = sdkCall({
  method: 'GET',
  path: '/sdk/v1/keys',
  about: 'The public keys that verify receipts, as a JWKS.',
  key: false,
  input: z.object({}),
  output: z.object({
    error: z.string(),
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
      }),
    ),
  }),
  codes: ['SUCCESS'],
})

/** Every call of the SDK API. */
export const sdkCalls: readonly SdkCall[] = [
  sdkSession,
  sdkAd,
  sdkEvent,
  postbackInstall,
  postbackAction,
  sdkAppReward,
  sdkUser,
  sdkUserAddress,
  sdkUserWithdraw,
  sdkKeys,
]

/** The claims of a verified receipt. */
export const ReceiptClaims = z.object({
  jti: z.string(),
  medID: Id,
  deviceID: DeviceId,
  name: z.string(),
  count: z.number().int(),
  /** Seconds since 1970. */
  iat: z.number().int(),
})
export type ReceiptClaims = z.output<typeof ReceiptClaims>
