import type { EventKey } from '../domain/events/event-log.ts'
import { billingStep, eventStep, type Tracer } from '../platform/telemetry/tracer.ts'
import type { BatchOutcome } from './batch.ts'

const keyOf = ({ offerId, action }: Pick<EventKey, 'offerId' | 'action'>): string => `${offerId} ${action}`

/** Records the batch as a step of each traced event in it, with the transfer that charged it. */
export function traceBatch(
  tracer: Tracer,
  events: readonly Pick<EventKey, 'offerId' | 'action'>[],
  batch: { posted: BatchOutcome['posted']; partition: number; sinceMs: number },
): void {
  const traced = events.filter(({ offerId }) => tracer.tracesOffer(offerId))
  if (traced.length === 0) return
  const untilMs = performance.now()
  const transfers = transfersOf(batch.posted, new Set(traced.map(keyOf)))
  for (const { offerId, action } of traced) {
    const transfer = transfers.get(keyOf({ offerId, action }))
    tracer.record({
      offerId,
      step: billingStep(action),
      parentStep: eventStep(action),
      sinceMs: batch.sinceMs,
      untilMs,
      attributes: {
        'voltline.partition': batch.partition,
        'voltline.charged': transfer !== undefined,
        ...(transfer === undefined ? {} : { 'voltline.transfer_id': String(transfer) }),
      },
    })
  }
}

function transfersOf(
  { groups, transferIds }: BatchOutcome['posted'],
  wanted: ReadonlySet<string>,
): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { transfer, charges } of groups) {
    const id = transferIds.get(transfer.key)
    if (id === undefined) continue
    for (const charge of charges) if (wanted.has(keyOf(charge))) found.set(keyOf(charge), id)
  }
  return found
}
