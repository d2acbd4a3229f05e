import type { Meddler } from '../world/fragile-database.ts'
import type { Plant } from '../world/world.ts'
import { at, changedRows, plain, rewrite, swallow } from './meddling.ts'

/** Drops the statements that contain a text, between the first and the last that only a correction makes. */
const swallowWithin = (text: string) => (): Meddler => {
  let isCorrecting = false
  return {
    async statement(statement, run) {
      if (statement.text.includes('insert into correction (')) isCorrecting = true
      if (statement.text.includes('insert into ad_corrected')) isCorrecting = false
      return isCorrecting && statement.text.includes(text) ? { rows: [], rowCount: 0 } : run(statement)
    },
  }
}

const notCorrected = 'and not exists (select from corrected_charge c'

/** Finds corrected charges again, and takes them back again. */
const correctsAgain = (): Meddler => ({
  statement(statement, run) {
    const { text } = plain(statement)
    if (text.includes('insert into corrected_charge')) {
      return run({ ...plain(statement), text: `${text} on conflict do nothing` })
    }
    const again = 'and (select true or count(*) > 0 from corrected_charge c'
    return run(
      text.includes(notCorrected)
        ? { ...plain(statement), text: text.replaceAll(notCorrected, again) }
        : statement,
    )
  },
})

const foundCharges = 'select found.*'

export const faultsOfCorrections: Record<string, Plant> = {
  'takes a charge back twice': { meddler: correctsAgain },
  'keeps the network’s part of what an advertiser gets back': {
    meddler: () =>
      at(foundCharges, async (statement, run) =>
        changedRows(await run(statement), (row) => ({
          ...row,
          price_micros: BigInt(String(row.publisher_micros)) + BigInt(String(row.user_micros)),
        })),
      ),
  },
  'leaves the volts of corrected charges with the users': swallow('update device_volts d'),
  'leaves corrected charges in what the ad has spent': { meddler: swallowWithin('update ad a') },
  'leaves corrected charges in what the campaign has spent': { meddler: swallowWithin('update campaign') },
  'leaves corrected charges in the day of the ad': swallow('less.price'),
  'leaves corrected charges in the reports of ads': { meddler: swallowWithin('ad_rollup') },
  'leaves the first event of the period out of a correction': rewrite(
    notCorrected,
    'h.received_at >= ',
    'h.received_at > ',
  ),
  'leaves corrected revenue of closed months payable': rewrite(
    'as payable_micros',
    "t.kind = 'CORRECTION'",
    'false',
  ),
  'takes corrected revenue of an open month from what is payable': rewrite(
    'as payable_micros',
    'coalesce(r.is_after_close, true)',
    'true',
  ),
  'keeps the amount of a released payout': rewrite('as payable_micros', "and status <> 'RELEASED'", ''),
}
