import type { Instant, MediumId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { MediumOwner } from '../../app/medium-owner.ts'
import type { LoggedEvent } from '../../events/event-reader.ts'
import { readSignins } from '../addresses/signin-store.ts'
import { decodeEvidence, type Evidence } from '../evidence/evidence.ts'
import { judge, type Verdict } from './rules.ts'
import { readRuleHistory } from './settings-store.ts'

type Judge = (event: LoggedEvent, requiredAt: Instant | undefined) => Verdict | undefined

/** Reads what the rules need about these events, and returns how to judge each of them. */
export async function makeJudge(
  session: ReadSession,
  events: readonly LoggedEvent[],
  media: ReadonlyMap<MediumId, MediumOwner>,
): Promise<Judge> {
  const evidences = new Map<LoggedEvent, Evidence>()
  for (const event of events) if (event.evidence) evidences.set(event, decodeEvidence(event.evidence))
  const history = await readRuleHistory(session)
  const signinBefore = await findSignins(session, evidences, media)
  return (event, requiredAt) => {
    const evidence = evidences.get(event)
    if (!evidence) return undefined
    const { action, receivedAt } = event
    const ownSigninAt = signinBefore(event, evidence)
    return judge({ action, receivedAt, evidence, requiredAt, ownSigninAt }, history.at(receivedAt))
  }
}

/** Under the key of the event's month and under those before it. */
const hashesOf = ({ ipHash, formerHashes }: Evidence): string[] => (ipHash ? [ipHash, ...formerHashes] : [])

/** The last sign-in of an event's publisher from the event's address, before the event. */
async function findSignins(
  session: ReadSession,
  evidences: ReadonlyMap<LoggedEvent, Evidence>,
  media: ReadonlyMap<MediumId, MediumOwner>,
): Promise<(event: LoggedEvent, evidence: Evidence) => Instant | undefined> {
  const judged = [...evidences].filter(([{ action }]) => action === 'CLICK' || action === 'WATCH')
  const hashes = new Set(judged.flatMap(([, evidence]) => hashesOf(evidence)))
  const customers = new Set(judged.flatMap(([{ mediumId }]) => media.get(mediumId)?.publisher ?? []))
  const signins = new Map<string, Instant[]>()
  for (const { customerId, ipHash, at } of await readSignins(session, {
    customers: [...customers],
    hashes: [...hashes],
  })) {
    const key = `${customerId} ${ipHash}`
    signins.set(key, [...(signins.get(key) ?? []), at])
  }
  return (event, evidence) => {
    if (signins.size === 0) return undefined
    const publisher = media.get(event.mediumId)?.publisher
    const times = hashesOf(evidence)
      .flatMap((hash) => signins.get(`${publisher} ${hash}`) ?? [])
      .filter((at) => at <= event.receivedAt)
    return times.length > 0 ? times.reduce((last, at) => (at > last ? at : last)) : undefined
  }
}
