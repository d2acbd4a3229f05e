import { z } from 'zod'
import { call } from './common/call.ts'
import { BodyPageNo, Count, Id, QueryDay, SearchText, Time } from './common/fields.ts'

export const auditActors = ['CUSTOMER', 'OPERATOR', 'SYSTEM'] as const

export const auditExportRowsMax = 10_000

const auditFilter = {
  actor: z.enum(auditActors).optional(),
  /** The customer's or operator's number. */
  actorID: Id.optional(),
  /** Matches the action, the entity, or the new value. */
  text: SearchText,
  startDate: QueryDay,
  endDate: QueryDay,
}

const AuditRow = z.object({
  AuditID: z.number().int(),
  Time,
  Actor: z.enum(auditActors),
  ActorID: z.number().int().nullable(),
  ActorName: z.string(),
  Action: z.string(),
  Entity: z.string(),
  EntityID: z.number().int().nullable(),
  /** JSON text, or empty. */
  Was: z.string(),
  Became: z.string(),
})

export const listAudit = call('POST', 'admin/audit/list', {
  who: 'OPERATOR',
  about: 'Every change with actor, time, old and new value, newest first, and the head of the hash chain.',
  input: z.object({ ...auditFilter, pageNo: BodyPageNo }),
  output: z.object({
    rows: z.array(AuditRow),
    /** Counted up to 100,000. */
    rowCount: Count,
    chain: z.object({ Until: z.number().int(), Head: z.string(), Time }).nullable(),
  }),
  refuses: ['UNKNOWN'],
})

export const exportAudit = call('POST', 'admin/audit/export', {
  who: 'OPERATOR',
  about: 'The same rows without pages, the newest 10,000.',
  input: z.object(auditFilter),
  output: z.object({ rows: z.array(AuditRow) }),
  refuses: ['UNKNOWN'],
})

export const auditCalls = [listAudit, exportAudit] as const
