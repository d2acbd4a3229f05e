import { type AdId, assert, type Day, type Instant, type MediumId, type Micros } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import type { ChargeRow } from '../../platform/database/rows.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import { addDeviceVolts, type VoltsAdditions } from './device-volts.ts'
import { post, type Transfer } from './ledger.ts'

/** A charged event. The network's share is the rest of the price. */
export interface Charge {
  issueDay: Day
  offerId: string
  action: ChargeRow['action']
  receivedAt: Instant
  adId: AdId
  mediumId: MediumId
  deviceId: string
  /** Of the request; '' if unknown. */
  country: string
  /** A rival's rank set the price, and not MinCost. */
  runnerUp: boolean
  priceMicros: Micros
  publisherMicros: Micros
  userMicros: Micros
}

/** Charges, and the transfer that moves their sum. */
export interface ChargeGroup {
  transfer: Transfer
  charges: readonly Charge[]
}

async function insertCharges(
  tx: Tx,
  groups: readonly ChargeGroup[],
  ids: ReadonlyMap<string, bigint>,
): Promise<void> {
  const charges = groups.flatMap((group) => group.charges)
  const transferIds = groups.flatMap(({ transfer, charges: ofTransfer }) => {
    const id = ids.get(transfer.key)
    assert(id !== undefined, 'a transfer of charges is new')
    return ofTransfer.map(() => id)
  })
  const inserted = await tx.run(
    prepared(
      'charge',
      sql`
      insert into charge (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros,
                          publisher_micros, user_micros, transfer_id, country, runner_up)
      select * from unnest(${charges.map((charge) => charge.issueDay)}::date[],
                           ${charges.map((charge) => charge.offerId)}::uuid[],
                           ${charges.map((charge) => charge.action)}::text[],
                           ${charges.map((charge) => at(charge.receivedAt))}::timestamptz[],
                           ${charges.map((charge) => charge.adId)}::int[],
                           ${charges.map((charge) => charge.mediumId)}::int[],
                           ${charges.map((charge) => charge.deviceId)}::text[],
                           ${charges.map((charge) => charge.priceMicros)}::bigint[],
                           ${charges.map((charge) => charge.publisherMicros)}::bigint[],
                           ${charges.map((charge) => charge.userMicros)}::bigint[],
                           ${transferIds}::bigint[],
                           ${charges.map((charge) => charge.country)}::text[],
                           ${charges.map((charge) => charge.runnerUp)}::boolean[])`,
    ),
  )
  assert(inserted === charges.length, 'every charge is written')
}

/** Posts the charges of a batch and returns the ids of their transfers by key. An event is charged once: a second charge of it is a fault. */
export async function postCharges(
  tx: Tx,
  charges: { groups: readonly ChargeGroup[]; volts: VoltsAdditions },
  batch: { partition: number; now: Instant },
): Promise<ReadonlyMap<string, bigint>> {
  const { groups, volts } = charges
  if (groups.length === 0) return new Map()
  const ids = await post(
    tx,
    groups.map((group) => group.transfer),
    batch.now,
  )
  await insertCharges(tx, groups, ids)
  await addDeviceVolts(tx, batch.partition, volts)
  return ids
}
