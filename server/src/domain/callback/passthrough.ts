import { z } from 'zod'

/** What the app sends with a watch for the publisher's server. */
export interface Passthrough {
  userId: string
  custom: string
}

const Encoded = z.tuple([z.string(), z.string()])

/** Undefined if the app sent nothing, so that most events carry nothing. */
export const encodePassthrough = ({ userId, custom }: Passthrough): string | undefined =>
  userId === '' && custom === '' ? undefined : JSON.stringify([userId, custom])

export function decodePassthrough(text: string | undefined): Passthrough {
  const [userId, custom] = text === undefined ? ['', ''] : Encoded.parse(JSON.parse(text))
  return { userId, custom }
}
