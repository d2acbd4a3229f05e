import type { Day, Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import type { WithdrawalRow, WithdrawPoolRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import type { AppDevice } from '../ledger/device-volts.ts'

export type WithdrawalStatus = WithdrawalRow['status']

export interface Withdrawal extends AppDevice {
  id: number
  address: string
  /** Whole; one volt is one won. */
  volts: bigint
  status: WithdrawalStatus
  transaction: string
  reason: string
  requestedAt: Instant
  /** Withdrawals from other devices wait for the same address. */
  isSharedAddress: boolean
}

type ListedRow = Omit<WithdrawalRow, 'operator_id' | 'settled_at'> & { is_shared: boolean }

const toWithdrawal = (row: ListedRow): Withdrawal => ({
  id: row.withdraw_id,
  appId: row.app_id,
  deviceId: row.device_id,
  address: row.address,
  volts: row.volts,
  status: row.status,
  transaction: row.transaction,
  reason: row.reason,
  requestedAt: row.requested_at,
  isSharedAddress: row.is_shared,
})

const columns = sql`
  w.withdraw_id, w.app_id, w.device_id, w.address, w.volts, w.status, w.transaction, w.reason, w.requested_at,
  w.status = 'WAITING' and exists (
    select from withdrawal o
     where o.status = 'WAITING' and lower(o.address) = lower(w.address)
       and (o.app_id, o.device_id) <> (w.app_id, w.device_id)) as is_shared`

/** Newest first. */
export const withdrawalsOf = (session: ReadSession, { appId, deviceId }: AppDevice): Promise<Withdrawal[]> =>
  session.many(
    toWithdrawal,
    sql<ListedRow>`
    select ${columns} from withdrawal w
     where w.app_id = ${appId} and w.device_id = ${deviceId} order by w.withdraw_id desc`,
  )

const ofStatus = (status: WithdrawalStatus | undefined): Query =>
  sql`(${status ?? null}::text is null or w.status = ${status ?? null})`

/** Newest first: a page of the queue, or all of it. */
export const listWithdrawals = (
  session: ReadSession,
  { status, pageNo }: { status: WithdrawalStatus | undefined; pageNo: number | undefined },
): Promise<Withdrawal[]> =>
  session.many(
    toWithdrawal,
    sql<ListedRow>`
    select ${columns} from withdrawal w where ${ofStatus(status)} order by w.withdraw_id desc ${pageOf(pageNo)}`,
  )

export const countWithdrawals = (session: ReadSession, status: WithdrawalStatus | undefined) =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) as count from withdrawal w where ${ofStatus(status)}`,
  )

/** Whether the device has asked on this UTC day for a withdrawal that was not returned. */
export const hasAskedOn = (
  session: ReadSession,
  { appId, deviceId }: AppDevice,
  utc: Day,
): Promise<boolean> =>
  session.one(
    (row) => row.found,
    sql<{ found: boolean }>`
    select exists (select from withdrawal
                    where app_id = ${appId} and device_id = ${deviceId} and status <> 'RETURNED'
                      and requested_at >= ${utc}::date::timestamp at time zone 'UTC'
                      and requested_at < (${utc}::date + 1)::timestamp at time zone 'UTC') as found`,
  )

export const insertWithdrawal = (
  tx: Tx,
  request: AppDevice & { address: string; volts: bigint },
  now: Instant,
): Promise<number> =>
  tx.one(
    (row) => row.withdraw_id,
    sql<Pick<WithdrawalRow, 'withdraw_id'>>`
    insert into withdrawal (app_id, device_id, address, volts, requested_at)
    values (${request.appId}, ${request.deviceId}, ${request.address}, ${request.volts}, ${at(now)})
    returning withdraw_id`,
  )

/** Undefined if there is none, or if it no longer waits. */
export const lockWaiting = (tx: Tx, id: number): Promise<Withdrawal | undefined> =>
  tx.maybeOne(
    toWithdrawal,
    sql<ListedRow>`
    select ${columns} from withdrawal w where w.withdraw_id = ${id} and w.status = 'WAITING' for update of w`,
  )

/** The withdrawals that have waited since before an instant, oldest first. */
export const waitingSince = (session: ReadSession, before: Instant): Promise<number[]> =>
  session.many(
    (row) => row.withdraw_id,
    sql<Pick<WithdrawalRow, 'withdraw_id'>>`
    select withdraw_id from withdrawal
     where status = 'WAITING' and requested_at <= ${at(before)} order by requested_at limit 1000`,
  )

export const settle = (
  tx: Tx,
  id: number,
  outcome: {
    status: 'PAID' | 'RETURNED'
    transaction: string
    reason: string
    by: OperatorId | undefined
    now: Instant
  },
) =>
  tx.run(sql`
    update withdrawal
       set status = ${outcome.status}, transaction = ${outcome.transaction}, reason = ${outcome.reason},
           operator_id = ${outcome.by ?? null}, settled_at = ${at(outcome.now)}
     where withdraw_id = ${id}`)

/** What may still be paid out, locked. */
export const lockPool = (tx: Tx): Promise<bigint> =>
  tx.one((row) => row.volts, sql<Pick<WithdrawPoolRow, 'volts'>>`select volts from withdraw_pool for update`)

export const readPool = (session: ReadSession): Promise<bigint> =>
  session.one((row) => row.volts, sql<Pick<WithdrawPoolRow, 'volts'>>`select volts from withdraw_pool`)

export const savePool = (tx: Tx, volts: bigint) => tx.run(sql`update withdraw_pool set volts = ${volts}`)
