import type { PayoutStatus } from '@voltline/contract'
import type { CustomerId, Instant, OperatorId, PayoutRequestId } from '@voltline/kernel'
import type { Row, Session, Tx } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'

export interface DeskRequest {
  id: PayoutRequestId
  owner: CustomerId
  email: string
  company: string
  requestedAt: Instant
  name: string
  bank: string
  number: string
  amountWon: number
  status: PayoutStatus
  reason: string
  accountChanged: boolean
}

const toRequest = (row: Row): DeskRequest => ({
  id: row.request_id as PayoutRequestId,
  owner: row.customer_id as CustomerId,
  email: row.email as string,
  company: row.company as string,
  requestedAt: row.requested_at as Instant,
  name: row.name as string,
  bank: row.bank as string,
  number: row.number as string,
  amountWon: Number(row.amount_won),
  status: row.status as PayoutStatus,
  reason: row.reason as string,
  accountChanged: row.account_changed as boolean,
})

const columns = sql`p.request_id, p.customer_id, c.email, c.company, p.requested_at, p.name, p.bank, p.number,
                    p.amount_won, p.status, p.reason, p.account_changed`

/** What waits comes first, the oldest on top. */
export const requestsByWait = (session: Session) =>
  session.many(
    toRequest,
    sql`select ${columns} from payout_request p join customer c using (customer_id)
         order by array_position(array['WAITING', 'HOLD', 'COMPLETE'], p.status), p.request_id`,
  )

export const lockRequest = (tx: Tx, id: number) =>
  tx.maybeOne(
    toRequest,
    sql`select ${columns} from payout_request p join customer c using (customer_id)
         where p.request_id = ${id} for update of p`,
  )

export const saveAnswer = (
  tx: Tx,
  id: PayoutRequestId,
  answer: { status: PayoutStatus; reason: string; by: OperatorId; now: Instant },
) =>
  tx.run(sql`
    update payout_request
       set status = ${answer.status}, reason = ${answer.reason}, answered_at = ${at(answer.now)},
           answered_by = ${answer.by}
     where request_id = ${id}`)
