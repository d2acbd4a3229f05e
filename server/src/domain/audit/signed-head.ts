import { z } from 'zod'
import type { Secrets } from '../../platform/secrets.ts'
import type { ChainCheck, ChainState } from './chain.ts'

const purpose = 'audit-head'

/** The chain's head at the end of a UTC day, as it is mailed and kept in the file store. */
const SignedHead = z.object({
  day: z.string(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  links: z.number().int().min(0),
  rows: z.number().int().min(0),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SignedHead = z.output<typeof SignedHead>

export const headFileName = (day: string): string => `audit/${day}.json`

const signedText = ({ day, head, links, rows }: Omit<SignedHead, 'signature'>): string =>
  JSON.stringify([day, head, links, rows])

/** The key is not in the database, so its owner can rewrite the chain but not sign the result. */
export function signHead(secrets: Secrets, day: string, { head, links, rows }: ChainState): SignedHead {
  const unsigned = { day, head, links, rows }
  return { ...unsigned, signature: secrets.mac(purpose, signedText(unsigned)).toString('hex') }
}

/** Undefined if the text is not a head of that day with a valid signature. */
export function readSignedHead(secrets: Secrets, day: string, text: string): SignedHead | undefined {
  try {
    const kept = SignedHead.parse(JSON.parse(text))
    const isOurs = secrets.isMac(purpose, signedText(kept), Buffer.from(kept.signature, 'hex'))
    return isOurs && kept.day === day ? kept : undefined
  } catch {
    return undefined
  }
}

/** What the chain no longer has of a head that was signed earlier; empty if it still has everything. */
export function compareWithChain(kept: SignedHead, chain: Pick<ChainCheck, 'steps'>): string[] {
  if (kept.links === 0) return []
  const then = chain.steps[kept.links - 1]
  const name = headFileName(kept.day)
  if (!then) {
    return [`${name} was signed over ${kept.links} links, of which only ${chain.steps.length} are left`]
  }
  if (then.head !== kept.head) return [`link ${kept.links} of the chain is not the head that ${name} signed`]
  if (then.rows === kept.rows) return []
  return [`${name} was signed over ${kept.rows} rows, of which ${then.rows} are left`]
}
