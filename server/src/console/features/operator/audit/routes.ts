import { auditExportRowsMax, exportAudit, type Input, listAudit } from '@voltline/contract'
import { addDays, isoInZone, ok, type Result, refuse, seoul, startOfDay } from '@voltline/kernel'
import {
  type AuditEntry,
  type AuditSearch,
  chainHead,
  countEntries,
  entriesOf,
  pageOfEntries,
} from '../../../../domain/audit/search.ts'
import type { FeatureServices } from '../../../feature.ts'

const toWire = (entry: AuditEntry) => ({
  AuditID: entry.id,
  Time: isoInZone(entry.at, seoul),
  Actor: entry.actor,
  ActorID: entry.actorId ?? null,
  ActorName: entry.actorName,
  Action: entry.action,
  Entity: entry.entity,
  EntityID: entry.entityId ?? null,
  Was: entry.was,
  Became: entry.became,
})

/** Days in Seoul, like every time in the operators' console. */
function searchOf(input: Input<typeof exportAudit>): Result<AuditSearch, 'UNKNOWN'> {
  const { startDate, endDate } = input
  if (startDate && endDate && endDate < startDate) return refuse('UNKNOWN', 'endDate: before startDate')
  return ok({
    actor: input.actor,
    actorId: input.actorID,
    text: input.text,
    from: startDate && startOfDay(startDate, seoul),
    to: endDate && startOfDay(addDays(endDate, 1), seoul),
  })
}

/** Every change by customers, operators and the program itself. */
export function registerOperatorAudit({ handle, db }: FeatureServices): void {
  handle(listAudit, async ({ input }) => {
    const search = searchOf(input)
    if (!search.ok) return search
    return db.snapshot(async (tx) => {
      const rows = await pageOfEntries(tx, search.value, input.pageNo)
      const head = await chainHead(tx)
      return ok({
        rows: rows.map(toWire),
        rowCount: await countEntries(tx, search.value),
        chain: head
          ? { Until: head.until, Head: head.hash.toString('hex'), Time: isoInZone(head.at, seoul) }
          : null,
      })
    })
  })

  handle(exportAudit, async ({ input }) => {
    const search = searchOf(input)
    if (!search.ok) return search
    const rows = await db.read((reader) =>
      entriesOf(reader, search.value, { max: auditExportRowsMax, skip: 0 }),
    )
    return ok({ rows: rows.map(toWire) })
  })
}
