import { type SdkAd, sdkLimits } from '@voltline/contract'
import { second } from '@voltline/kernel'
import { asciiJson } from '../http/reply.ts'

/** The fields of a reply that are the same each time the ad is served. */
export type ShownAd = Omit<SdkAd, 'token' | 'clickURL' | 'reward' | 'expiresIn'>

export interface AdReply {
  error: 'SUCCESS' | 'ADSERVER_TEST'
  token: string
  shown: ShownAd
  /** Without the token. */
  clickUrl: string
  reward: SdkAd['reward']
}

const expiresIn = sdkLimits.impressionLifeMs / second

/** The reference implementation. */
export function adReply({ error, token, shown, clickUrl, reward }: AdReply): string {
  const clickURL = `${clickUrl}${token}`
  return asciiJson({ error, ad: { token, ...shown, clickURL, ...(reward ? { reward } : {}), expiresIn } })
}

/**
 * The same text from constant pieces, which the snapshot keeps per ad and per unit: only the token differs between two
 * replies, and it needs no escaping. A test keeps both equal. Saves 17 % of a decision.
 */
export const spliceReply = (
  error: AdReply['error'],
  token: string,
  pieces: { ad: string; medium: string },
): string => `{"error":"${error}","ad":{"token":"${token}${pieces.ad}${token}${pieces.medium}`

/** The piece between the two tokens. */
export const adPiece = (shown: ShownAd, clickUrl: string): string =>
  `",${asciiJson(shown).slice(1, -1)},"clickURL":${asciiJson(clickUrl).slice(0, -1)}`

/** The piece after the second token. */
export const mediumPiece = (reward: AdReply['reward']): string =>
  `"${reward ? `,"reward":${asciiJson(reward)}` : ''},"expiresIn":${expiresIn}}}`
