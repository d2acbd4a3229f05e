import type { CustomerId, Day, Instant, MediumId, Micros, Millionths } from '@voltline/kernel'
import { at, changedRows, changeValue, plain, rewrite, swallow } from './faults/meddling.ts'
import { faultsOfCorrections } from './faults/of-corrections.ts'
import { faultsOfRules } from './faults/of-rules.ts'
import type { Meddler } from './world/fragile-database.ts'
import type { Plant } from './world/world.ts'

/**
 * Bugs that a careless change could introduce. They are planted in the database that billing is given, never in the
 * program itself, and the simulation must notice each of them.
 */
/** The statement that begins a batch. */
const lockedPartition = 'from billing_partition\n     where partition = $1 for update'

/** A batch that loses its position bills its events a second time, and nothing detects the repeat. */
function chargesTwiceOnRetry(): Meddler {
  let batches = 0
  let retries = 0
  return {
    async statement(statement, run) {
      const { text } = statement
      if (text.includes('update billing_partition\n')) {
        batches += 1
        if (batches % 4 === 0) return { rows: [], rowCount: 1 }
      }
      if (text.includes('from counted_event')) return { rows: [], rowCount: 0 }
      if (text.includes('insert into counted_event') || text.includes('insert into charge')) {
        const answer = await run({ ...plain(statement), text: `${text} on conflict do nothing` })
        return { ...answer, rowCount: (statement.values[1] as string).split(',').length }
      }
      if (text.includes('insert into judged_event')) {
        return run({ ...plain(statement), text: `${text} on conflict do nothing` })
      }
      if (text.includes('insert into ledger_transfer')) {
        retries += 1
        const keys = String(statement.values[0])
          .replaceAll('",', ` ${retries}",`)
          .replace('"}', ` ${retries}"}`)
        const answer = await run({ ...plain(statement), values: [keys, ...statement.values.slice(1)] })
        return changedRows(answer, (row) => ({ ...row, key: String(row.key).replace(/ \d+$/, '') }))
      }
      return run(statement)
    },
  }
}

/** The amount spent is cached from the first read instead of being read under lock. */
function remembersSpending(): Meddler {
  const known = new Map<unknown, unknown>()
  return at('for no key update', async (statement, run) => {
    const answer = await run(statement)
    return changedRows(answer, (row) => {
      if (row.ad_id === undefined) return row
      if (!known.has(row.ad_id)) known.set(row.ad_id, row.spent_micros)
      return { ...row, spent_micros: known.get(row.ad_id) }
    })
  })
}

/** The position is committed first, on its own; a crash then loses the rest of the batch. */
function savesPositionFirst(): Meddler {
  const read = new Map<unknown, Record<string, unknown>>()
  return {
    async statement(statement, run) {
      const answer = await run(statement)
      const [partition] = statement.values
      if (statement.name === 'read-events') read.set(partition, answer.rows.at(-1))
      if (!statement.text.includes(lockedPartition)) return answer
      const last = read.get(partition)
      if (!last) return answer
      await run({
        text: 'update billing_partition set major = $1, minor = $2 where partition = $3',
        values: [String(last.tx), last.seq, partition],
      })
      await run({ text: 'commit', values: [] })
      await run({ text: 'begin', values: [] })
      return answer
    },
  }
}

/** A batch trusts what its process remembers of the partition, instead of the row that it has locked. */
function checksNoFence(): Meddler {
  const known = new Map<number, object>()
  return {
    async statement(statement, run) {
      const { text, values } = statement
      const answer = await run(statement)
      if (text.includes('update billing_partition set holder')) {
        for (const { partition, fence, major, minor } of answer.rows)
          known.set(partition, { fence, major, minor })
      }
      if (text.includes('update billing_partition\n')) {
        const [major, minor, , partition] = values
        known.set(Number(partition), { ...known.get(Number(partition)), major, minor })
      }
      if (!text.includes(lockedPartition)) return answer
      return changedRows(answer, (row) => ({ ...row, ...known.get(Number(row.partition)) }))
    },
  }
}

/** Money and counts in two transactions. */
const roundsPricesUp = (): Meddler =>
  at('from event e\n', async (statement, run) =>
    changedRows(await run(statement), (row) => ({
      ...row,
      price_micros: ((BigInt(String(row.price_micros)) + 999_999n) / 1_000_000n) * 1_000_000n,
    })),
  )

const takesDaysOf = (change: (row: Record<string, unknown>) => Record<string, unknown>) => (): Meddler =>
  at('left join advertiser_day', async (statement, run) => changedRows(await run(statement), change))

const deviceOfVolts = 2
const transferOfCharge = 10

/** Takes credits or counts from the rows that wait, and drops them before they are added. */
const losesTaken = (text: string) => (): Meddler =>
  at(text, async (statement, run) => {
    await run(statement)
    return { rows: [], rowCount: 0 }
  })

const utcDate = (at: number): Day => new Date(at).toISOString().slice(0, 10) as Day

/** A day limit that an event would reach exactly counts as exceeded. */
const refusesTheLastWon = (): Meddler =>
  at('for no key update', async (statement, run) =>
    changedRows(await run(statement), (row) =>
      row.day_limit_micros === undefined
        ? row
        : { ...row, day_limit_micros: BigInt(String(row.day_limit_micros)) - 1n },
    ),
  )

/** As if installs had to be six days apart, and not seven. */
const takesInstallsForOlder = (): Meddler =>
  at('from campaign_install', async (statement, run) =>
    changedRows(await run(statement), (row) => ({
      ...row,
      installed_at: Number(row.installed_at) - 86_400_000,
    })),
  )

/** On the way from the SDK to the log. */
const faultsOfDelivery: Record<string, Plant> = {
  'takes the day of an offer from the arrival of its event': {
    event: (event) => ({ ...event, issueDay: utcDate(event.receivedAt) }),
  },
  'credits another unit': { event: (event) => ({ ...event, mediumId: (event.mediumId + 1) as MediumId }) },
  'takes the arrival of an event from its minute': {
    event: (event) => ({ ...event, receivedAt: (event.receivedAt - (event.receivedAt % 60_000)) as Instant }),
  },
  'charges a won more than was offered': {
    event: (event) => ({ ...event, priceMicros: (event.priceMicros + 1_000_000n) as Micros }),
  },
  'acknowledges clicks and loses them': { loses: ({ action }) => action === 'CLICK' },
  'calls repeated events new': { forgetsRepeats: true },
}

/** In the consoles and the worker. */
const faultsOfConsoles: Record<string, Plant> = {
  'credits cash again when the call is repeated': rewrite(
    'insert into idempotency_key',
    'where k.made_at',
    'where true or k.made_at',
  ),
  'pays out again a millionth of what was paid out before': rewrite(
    'as payable_micros',
    '* 1000000',
    '* 999999',
  ),
  'closes months without what is not folded': rewrite(
    'insert into revenue_month',
    'medium_rollup_now',
    'medium_rollup',
  ),
}

/** In groups, so that the workers share them. */
export const faultsOfTrust: Record<string, Plant> = { ...faultsOfRules, ...faultsOfCorrections }

export const faultsOfCalls: Record<string, Plant> = { ...faultsOfDelivery, ...faultsOfConsoles }

export const faultsOfMoney: Record<string, Plant> = {
  'refuses the event that reaches a day limit exactly': { meddler: refusesTheLastWon },
  'names a transfer in a charge that did not move it': {
    meddler: changeValue('insert into charge', transferOfCharge, (ids) =>
      ids.map((id, place) => (place === 0 ? Number(id) - 1 : id)),
    ),
  },
  'credits the volts of another device': {
    meddler: changeValue('insert into device_volts', deviceOfVolts, (ids) => ['another', ...ids.slice(1)]),
  },
  'folds a credit again': rewrite(
    'delete from ledger_unfolded',
    'delete from ledger_unfolded where account_id = any($1::bigint[])\n      returning account_id, amount_micros',
    'select account_id, amount_micros from ledger_unfolded where account_id = any($1::bigint[])',
  ),
  'folds reports and loses them': { meddler: losesTaken('delete from medium_rollup_delta') },
  'forgets that a charged event counted': rewrite(
    'received_at, null, null from charge',
    'from charge\n         where',
    'from charge\n         where false and',
  ),

  'charges twice when a batch is retried': { meddler: chargesTwiceOnRetry },
  'checks the ad limit against an old sum': { meddler: remembersSpending },
  'moves the position before the batch': { meddler: savesPositionFirst },
  'bills on although another process has taken over': { meddler: checksNoFence },
  'reads an event in the partition of another advertiser': {
    event: (event) => ({ ...event, advertiserId: (event.advertiserId + 1) as CustomerId }),
  },
  'skips what commits late': rewrite(
    'from event e\n',
    'tx < pg_snapshot_xmin(pg_current_snapshot())',
    'tx is not null',
  ),
  'rounds prices up': { meddler: roundsPricesUp },
  'gives the publisher a millionth more': { networkShare: 234_566 as Millionths },
  'takes days in UTC': { meddler: takesDaysOf((row) => ({ ...row, timezone: 'UTC' })) },
  'forgets the day that a zone change stretched': {
    meddler: takesDaysOf((row) => ({ ...row, starts_at: null, ends_at: null })),
  },
  'begins every batch with a fresh day': swallow('from ad_day'),
  'forgets clicks that came before their impression': swallow('insert into waiting_event'),
  'leaves what no longer waits': swallow(
    'delete from waiting_event\n       where (issue_day, offer_id, action) in (',
  ),
  'ends waits at once': rewrite(
    'delete from waiting_event w',
    'o.received_at < $2',
    "o.received_at < $2::timestamptz + interval '1 day'",
  ),
  'completes no ad': swallow("set status = 'COMPLETE'"),
  'leaves the stopped ads of a spent campaign': rewrite(
    "set status = 'COMPLETE'",
    "open_ad.status <> 'COMPLETE'",
    "open_ad.status = 'INPROGRESS'",
  ),
  'forgets who has installed': swallow('insert into campaign_install'),
  'counts a second install after six days': { meddler: takesInstallsForOlder },
  'counts unpaid delivery as nothing': rewrite('update ad_rollup', 'd.unpaid = 0', 'true'),
  'adds to the wrong quarter': rewrite('update medium_rollup', 'd.quarter', 'least(96, d.quarter + 1)'),
  'overwrites a rollup instead of adding': rewrite('q.old + q.more', 'q.old + q.more', 'q.more'),
  'updates a balance twice': {
    meddler: () =>
      at('set balance_micros', async (statement, run) => {
        await run(statement)
        return run(statement)
      }),
  },
}
