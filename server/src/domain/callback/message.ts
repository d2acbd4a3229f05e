import { createHash, createHmac } from 'node:crypto'
import { isFullUrl } from '@voltline/contract'
import { day, hour, type Instant, minute, second } from '@voltline/kernel'

/** What a callback tells the publisher's server about a reward. */
export interface Message {
  eventId: string
  userId: string
  custom: string
  reward: string
  count: number
  unitId: number
  watchedAt: Instant
}

/** After the first try and each later one. After the last wait and its try, the callback has failed. */
const waitsMs = [10 * second, minute, 10 * minute, hour, 6 * hour, day] as const

/** How long to wait after this many failed tries; undefined if the callback has failed. */
export const waitMsAfter = (tries: number): number | undefined => waitsMs[tries - 1]

export const isDelivered = (status: number): boolean => status >= 200 && status < 300

/** Everything but the unreserved characters of RFC 3986 is percent-encoded. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const macro = /\{(user_id|reward|count|unit_id|event_id|custom|ts)\}/g

const valuesOf = (message: Message): Readonly<Record<string, string>> => ({
  user_id: message.userId,
  reward: message.reward,
  count: String(message.count),
  unit_id: String(message.unitId),
  event_id: message.eventId,
  custom: message.custom,
  ts: String(message.watchedAt),
})

/** Names the secret, so that the receiver finds it; reveals nothing about it. */
export const keyIdOf = (secret: string): string =>
  createHash('sha256').update(`voltline callback key ${secret}`).digest('hex').slice(0, 8)

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/**
 * The URL with its macros filled in, the key's id and, at the end, the signature over the query string before `&sig=`.
 * Values cannot leave their place: the template is parsed first, and its host has no macro.
 */
export function signedUrl(template: string, message: Message, secret: string): URL {
  const url = new URL(template)
  const values = valuesOf(message)
  const fill = (text: string) => text.replace(macro, (_, name: string) => encode(values[name] ?? ''))
  // The parser encodes braces in a path.
  url.pathname = fill(url.pathname.replace(/%7B(\w+)%7D/gi, '{$1}'))
  url.search = fill(url.search)
  url.hash = ''
  const query = url.search.slice(1)
  url.search = `${query === '' ? '' : `${query}&`}key_id=${keyIdOf(secret)}`
  // Signed as it is sent: assigning may have normalized it.
  url.search = `${url.search}&sig=${sign(secret, url.search.slice(1))}`
  return url
}

/** Undefined if the text is no web address of at most 1,024 characters. */
export const parseCallbackUrl = (text: string): URL | undefined =>
  isFullUrl(text) ? new URL(text) : undefined
