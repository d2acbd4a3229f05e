import { answerWithdrawal, listWithdrawals, setWithdrawPool, WithdrawalRow } from '@voltline/contract'
import { isoInZone, ok, refuse, seoul } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import { csvFile, csvLine } from '../../../../domain/charge/table.ts'
import { payWithdrawal, returnWithdrawal } from '../../../../domain/wallet/withdraw.ts'
import {
  countWithdrawals,
  lockPool,
  lockWaiting,
  readPool,
  listWithdrawals as readWithdrawals,
  savePool,
  type Withdrawal,
} from '../../../../domain/wallet/withdrawal-store.ts'
import type { FeatureServices } from '../../../feature.ts'
import { Download } from '../../../http/download.ts'

const toWire = (withdrawal: Withdrawal) => ({
  WithdrawID: withdrawal.id,
  AppID: withdrawal.appId,
  DeviceID: withdrawal.deviceId,
  Address: withdrawal.address,
  Volts: Number(withdrawal.volts),
  Status: withdrawal.status,
  RegistTime: isoInZone(withdrawal.requestedAt, seoul),
  Flags: withdrawal.isSharedAddress ? ['shared_address' as const] : [],
})

const columns = Object.keys(WithdrawalRow.shape) as (keyof typeof WithdrawalRow.shape)[]

function registerList({ handle, db }: FeatureServices): void {
  handle(listWithdrawals, async ({ input: { status, pageNo, format } }) =>
    db.snapshot(async (reader) => {
      const isFile = format === 'csv'
      const found = await readWithdrawals(reader, { status, pageNo: isFile ? undefined : pageNo })
      const withdrawals = found.map(toWire)
      if (isFile) {
        const lines = withdrawals.map((row) => csvLine(columns, { ...row, Flags: row.Flags.join(' ') }))
        return ok(new Download('withdrawals.csv', 'text/csv', csvFile(columns, lines)))
      }
      const rowCount = await countWithdrawals(reader, status)
      return ok({ withdrawals, rowCount, pool: Number(await readPool(reader)) })
    }),
  )
}

/** The operator's queue of users' withdrawals. */
export function registerWithdrawals(services: FeatureServices): void {
  registerList(services)
  const { handle, db, clock } = services

  handle(answerWithdrawal, async ({ input, session, tx }) => {
    const now = clock.now()
    const { status, transaction, reason } = input
    if (status === 'PAID' && transaction === '') return refuse('UNKNOWN', 'transaction: is required')
    if (status === 'RETURNED' && reason === '') return refuse('UNKNOWN', 'reason: is required')
    const withdrawal = await lockWaiting(tx, input.withdrawID)
    if (!withdrawal) return refuse('UNKNOWN', 'withdrawID: there is no such withdrawal waiting')
    const by = session.operatorId
    if (status === 'PAID') await payWithdrawal(tx, withdrawal, { transaction, by, now })
    else await returnWithdrawal(tx, withdrawal, { reason, by, now })
    await audit(tx, {
      ...{
        actor: session,
        action: answerWithdrawal.path,
        entity: 'withdrawal',
        entityId: withdrawal.id,
        at: now,
      },
      was: { status: 'WAITING' },
      became: { status, transaction, reason },
    })
    return ok({})
  })

  handle(setWithdrawPool, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const was = await lockPool(tx)
      await savePool(tx, BigInt(input.volts))
      await audit(tx, {
        ...{ actor: session, action: setWithdrawPool.path, entity: 'withdrawal-pool', at: now },
        was: { volts: Number(was) },
        became: { volts: input.volts, reason: input.reason },
      })
      return ok({})
    }),
  )
}
