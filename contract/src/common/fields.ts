import { type Day, instant, isDay, isZone, type Micros, parseWon, utcDay, wonText } from '@voltline/kernel'
import { z } from 'zod'
import { isCountry } from './countries.ts'
import type { Platform } from './enums.ts'
import type { RefusalCode } from './errors.ts'
import { limits, storeHosts } from './limits.ts'
import { phoneCountries } from './phone-countries.ts'

/**
 * A rule with a documented code: the response has that code instead of a plain 400. The code is in the params.
 */
export const coded = <S extends z.ZodType>(
  schema: S,
  code: RefusalCode,
  holds: (value: z.output<S>) => boolean,
) => schema.refine(holds, { params: { code } })

/** The fields of a call that sends or receives none. */
export const nothing = z.object({})

// NUL and other control characters, lone surrogates and text-direction overrides.
const unsafe = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u
const lineBreak = /[\r\n\t]/

const clean = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !unsafe.test(text), { message: 'has characters that are not allowed' })
    .transform((text) => text.normalize('NFC').trim())

/** One line of text, trimmed, in normal form C; may be empty. */
export const Line = (max: number = limits.nameMax) =>
  clean(max).refine((text) => !lineBreak.test(text), { message: 'must be one line' })
/** One line that is not empty. */
export const RequiredLine = (max: number = limits.nameMax) =>
  Line(max).refine((text) => text.length > 0, { message: 'is required' })
export const RequiredText = (max: number) =>
  clean(max).refine((text) => text.length > 0, { message: 'is required' })

/** Matches in linear time: labels cannot overlap. The top-level domain has 2 to 5 letters. */
export const emailPattern = /^[A-Za-z0-9._%+'-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*)\.)+[A-Za-z]{2,5}$/
export const isEmail = (text: string): boolean => text.length <= limits.emailMax && emailPattern.test(text)

export const Email = z
  .string()
  .max(limits.emailMax)
  .transform((text) => text.trim())
  .refine(isEmail, { message: 'Enter a valid e-mail', params: { text: 'email' } })

export const isPassword = (text: string): boolean =>
  text.length >= limits.passwordMin &&
  text.length <= limits.passwordMax &&
  /[A-Za-z]/.test(text) &&
  /[0-9]/.test(text) &&
  /[!@#$%^*+=-]/.test(text)

/** A password being set. */
export const NewPassword = z
  .string()
  .refine(isPassword, { message: 'Enter a valid password', params: { text: 'password' } })
/** A password being tried: it may have been set under other rules. */
export const TriedPassword = z.string().min(1).max(128)

export const Digits = (max: number) => z.string().max(max).regex(/^\d+$/, 'Numbers only')

/** The country of a mobile number. */
export const PhoneCountry = z
  .string()
  .refine((code) => phoneCountries.includes(code), { message: 'must be a country of the list' })

export const TimezoneName = coded(z.string().max(64), 'UNKNOWN_TIMEZONE', isZone)

const isVcode = (text: string): boolean => /^\d{6}$/.test(text)
export const Vcode = coded(z.string().max(64), 'INVALID_VCODE', isVcode)

export const idMax = 2_147_483_647
/** A positive integer; the server brands it where it is used. */
export const Id = z.number().int().positive().max(idMax)

/** A value of a query string; undefined if missing or blank. */
const query = z
  .union([z.string(), z.number()])
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : String(value)))
const digits = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
/** A whole number of a query string. */
export const QueryInt = (range: { min: number; max: number }) =>
  query.pipe(digits.pipe(z.number().min(range.min).max(range.max)).optional())
export const QueryId = QueryInt({ min: 0, max: idMax })
export const RequiredQueryId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(digits.pipe(z.number().min(1).max(idMax)))
export const PageNo = QueryInt({ min: 1, max: limits.pageNoMax }).transform((pageNo) => pageNo ?? 1)
const bodyPageNo = z.number().int().min(1).max(limits.pageNoMax)
/** A page number in a body. */
export const BodyPageNo = bodyPageNo.default(1)
/** Without a page the whole list is returned. */
export const OptionalPageNo = bodyPageNo.optional()
/** What a list of the operators' console is searched for. */
export const SearchText = Line().default('')
/** The operator's reason for an action. */
export const Reason = RequiredLine(1_000)
export const QueryText = query.pipe(Line().optional())
export const QueryOneOf = <const V extends readonly string[]>(values: V) =>
  query.pipe(z.enum(values).optional())
const firstDay = '2000-01-01' as Day
const lastDay = '2100-12-31' as Day
/** A day outside the bounds counts as the bound, so that days around it exist in every zone and in the database. */
const clampDay = (day: Day): Day => (day < firstDay ? firstDay : day > lastDay ? lastDay : day)
export const QueryDay = query.pipe(
  z.string().refine(isDay, { message: 'must be YYYY-MM-DD' }).transform(clampDay).optional(),
)

/** On the wire won as a JSON number with up to six decimals; in code Micros. */
export const Money = z
  .codec(
    z.number(),
    z.custom<Micros>((value) => typeof value === 'bigint'),
    {
      decode: (number) => parseWon(number.toFixed(6)),
      encode: (amount) => Number(wonText(amount)),
    },
  )
  .meta({ description: 'KRW, up to 6 decimals, exact from micro-KRW' })
/** A whole amount of won that a caller sends. */
export const WholeWon = (range: { min: number; max: number }) =>
  z.number().int().min(range.min).max(range.max)

/** ISO 8601 with offset. */
export const Time = z.string()
/** An instant that a caller sends: ISO 8601 with offset, within the days that reports know. */
export const Moment = z.iso
  .datetime({ offset: true })
  .transform((text) => instant(Date.parse(text)))
  .refine((at) => utcDay(at) >= firstDay && utcDay(at) <= lastDay, { message: 'is too early or too late' })
/** YYYY-MM-DD, or YYYY-MM where a month is meant. */
export const DateText = z.string()
export const Count = z.number().int()
export const Ratio = z.number()
export const Flag = z.union([z.literal(0), z.literal(1)])

/** How often each reason occurred. */
export const Tally = z.object({ Reason: z.string(), Count })
/** How many ads there are, by status. */
export const Promotion = z.object({ Promotion: Count, InProgress: Count, Winning: Count, Complete: Count })
/** How many ad units there are, by state. */
export const Media = z.object({ meds: Count, opened: Count, closed: Count })

/** Upper-case ISO 3166-1 alpha-2 codes, or exactly Global. */
export const Countries = z
  .array(
    z
      .string()
      .regex(/^([A-Z]{2}|Global)$/)
      .refine((code) => code === 'Global' || isCountry(code), { message: 'Not a country' }),
  )
  .min(1)
  .max(260)
  .refine((codes) => !codes.includes('Global') || codes.length === 1, {
    message: 'Global must be the only country',
  })
  .transform((codes) => [...new Set(codes)])

/** Everything between the slashes and the path; the parser takes backslashes for slashes. */
const authorityOf = (text: string): string => /^https?:[/\\]*([^/\\?#]*)/i.exec(text)?.[1] ?? ''

/** A web address without user info. Its host has no braces, so macros are only in path, query and fragment. */
export function isFullUrl(text: string): boolean {
  if (text.length > limits.urlMax || /\s|\p{Cc}/u.test(text)) return false
  try {
    const { protocol, hostname } = new URL(text)
    const isWeb = protocol === 'http:' || protocol === 'https:'
    return isWeb && hostname !== '' && !/[{}]/.test(hostname) && !authorityOf(text).includes('@')
  } catch {
    return false
  }
}

/** Whether it is a full URL is a rule with a code of its own, so the schema only caps the length. */
export const TrackUrl = z
  .string()
  .max(8_192)
  .transform((text) => text.trim())

/** A page of the platform's store. */
export function isStoreUrl(text: string, platform: Platform): boolean {
  const hosts: readonly string[] = storeHosts[platform]
  return isFullUrl(text) && hosts.includes(new URL(text).hostname)
}

const asObject = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
const yes = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

/** The content-level filter: a boolean, an object with Adult, or the JSON text of either. */
export const Filter = z.preprocess(
  asObject,
  z.union([yes, z.object({ Adult: yes }).transform((filter) => filter.Adult)]),
)

const AppInfoObject = z.object({
  Title: Line().default(''),
  Score: z.number().min(0).max(5).nullable().default(null),
  Installs: Line(64).default(''),
  Genres: z.array(Line(64)).max(20).default([]),
  Free: z.boolean().default(true),
  StoreURL: Line(limits.urlMax).default(''),
  Show: z.boolean().default(false),
})
export type AppInfo = z.output<typeof AppInfoObject>
/** Store details: an object, `{AppInfo: object}`, or the JSON text of either; null if empty. */
export const AppInfo = z.preprocess(
  (value) => {
    const read = value === '' || value === null || value === undefined ? null : asObject(value)
    return typeof read === 'object' && read !== null && 'AppInfo' in read ? read.AppInfo : read
  },
  z.union([z.null(), AppInfoObject]),
)
/** Store details in responses. */
export const StoreDetails = AppInfoObject

/** A file named in a multipart body: its bytes come later, by PUT. */
export const DeclaredFile = z.object({ name: z.string().max(255), type: z.string().max(127) })

/** An upload link: PUT the bytes there with their content type. */
export const UploadLink = z.object({ uploadURL: z.string(), filename: z.string() })
