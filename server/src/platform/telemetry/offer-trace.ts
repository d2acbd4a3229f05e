import { createHash } from 'node:crypto'

/**
 * A trace follows one offer: from the ad request through its events to their charges. Its id is the offer's id, so every
 * process knows the trace of an event without being told, also across the event log and a restart.
 */
export const traceIdOf = (offerId: string): string => offerId.replaceAll('-', '')

/** The span of one step of an offer, the same in every process, so that the next step can name it as its parent. */
export const spanIdOf = (offerId: string, step: string): string =>
  createHash('sha256')
    .update(`${traceIdOf(offerId)} ${step}`)
    .digest('hex')
    .slice(0, 16)

/** Twelve bits of the id decide: they are random, and two characters of a token show them without decoding it. */
const draws = 4_096
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export const drawOfOffer = (offerId: string): number => Number.parseInt(offerId.slice(1, 4), 16)

/** The same draw as that of the token's offer. */
export const drawOfToken = (token: string): number =>
  (base64url.indexOf(token.charAt(2)) << 6) | base64url.indexOf(token.charAt(3))

/** Offers with a lower draw are traced. */
export const drawLimit = (share: number): number => Math.round(share * draws)
