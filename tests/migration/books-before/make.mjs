// Makes the files of this folder by running the version before lean books:
//   git clone … CLONE && git -C CLONE checkout c5e4e69 && (npm install in CLONE) && node make.mjs CLONE
// It needs nothing of the present version. What the old code reports goes into reports.json, before and after it bills
// the events that were still in the log.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const clone = resolve(process.argv[2] ?? '.')
const load = (path) => import(join(clone, 'server/src', path))

const { startEmbeddedPostgres } = await load('platform/postgres/embedded-postgres.ts')
const { migrate } = await load('platform/database/migrate.ts')
const { Database } = await load('platform/database/database.ts')
const { sql, at } = await load('platform/database/sql.ts')
const { makeLog } = await load('platform/log.ts')
const { createBilling } = await load('billing/billing.ts')
const { PostgresEventLog } = await load('domain/events/postgres/postgres-event-log.ts')
const { post } = await load('domain/ledger/ledger.ts')
const account = await load('domain/ledger/account.ts')
const { insertRequest, saveDecision } = await load('domain/payout/store.ts').then(async (store) => ({
  ...store,
  ...(await load('domain/payout/desk-store.ts')),
}))
const { payableRevenue } = await load('domain/payout/payable.ts')
const { totalsByMonth } = await load('domain/account/statement.ts')
const { networkDays } = await load('domain/reports/today-store.ts')
const { readAdDays } = await load('domain/reports/rollup/read-ad-days.ts')
const { readMediumDays, readPublisherDays } = await load('domain/reports/rollup/read-figures.ts')
const { readEventOutcomes } = await load('domain/events/event-outcome.ts')
const { Random } = await load('demo/random.ts')
const { closeMonths } = await load('worker/month-close.ts')
const { dropOldEvents } = await load('worker/clean-up.ts')

const random = new Random(7)
const won = (amount) => BigInt(amount) * 1_000_000n
let now = Date.parse('2026-08-20T00:00:00Z')
const clock = { now: () => now }
const dataDir = mkdtempSync(join(tmpdir(), 'voltline-books-'))
const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
await migrate(server.url)
const db = new Database({ url: server.url, connectionsMax: 6, statementMsMax: 20_000, onLost: () => {} })
const log = new PostgresEventLog(db)
const billing = createBilling({
  db,
  clock,
  log: makeLog('error'),
  settings: { networkShare: 200_000, batchRowsMax: 25 },
})
const rows = (query) => db.transaction((tx) => tx.rows(query))
const id = async (query) => (await rows(query))[0].id

const customer = (type, zone) => {
  const email = `${type.toLowerCase()}-${zone}@company.test`
  return id(sql`
    insert into customer (type, email, email_key, password_hash, first_name, last_name, company, timezone,
                          postback_secret, registered_at, updated_at)
    values (${type}, ${email}, ${email}, '', 'A', 'B', ${zone}, ${zone}, '\\x00', ${at(now)}, ${at(now)})
    returning customer_id as id`)
}
const campaign = (owner, budget) =>
  id(sql`
    insert into campaign (customer_id, name, camp_type, budget_micros, countries, registered_at, updated_at)
    values (${owner}, 'Campaign', 'BOTH', ${budget}, '{Global}', ${at(now)}, ${at(now)}) returning campaign_id as id`)
const ad = async (owner, campaignId, billingType, limit = won(1_000_000)) => ({
  billingType,
  id: await id(sql`
    insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                    day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, status, registered_at, updated_at)
    values (${campaignId}, ${owner}, 'BANNER', ${billingType}, 'Ad', 'BOTH', '{}', '{Global}', '{1,1,1,1,1,1,1}',
            ${limit}, ${limit}, 100, 200, 'INPROGRESS', ${at(now)}, ${at(now)})
    returning ad_id as id`),
})
const unit = async (owner, name) => {
  const appId = await id(sql`
    insert into app (customer_id, name, platform, store_url, registered_at, updated_at)
    values (${owner}, ${name}, 'AOS', ${`https://store.test/${name}`}, ${at(now)}, ${at(now)}) returning app_id as id`)
  return id(sql`
    insert into medium (app_id, name, product, registered_at, updated_at)
    values (${appId}, 'Unit', 'BANNER', ${at(now)}, ${at(now)}) returning medium_id as id`)
}

const advertisers = [
  await customer('ADVERTISER', 'Asia/Seoul'),
  await customer('ADVERTISER', 'America/New_York'),
]
const publishers = [await customer('PUBLISHER', 'Asia/Seoul'), await customer('PUBLISHER', 'UTC')]
const transfer = (key, kind, from, to, amount) =>
  db.transaction((tx) => post(tx, [{ key, kind, from, to: [[to, amount]], at: now }]))
for (const owner of advertisers) {
  await transfer(`credit/${owner}`, 'CREDIT', account.outside, account.cashOf(owner), won(300_000))
}
const first = await campaign(advertisers[0], won(100_000))
const second = await campaign(advertisers[1], won(2_000))
const ads = [
  await ad(advertisers[0], first, 'CPM'),
  await ad(advertisers[0], first, 'CPC'),
  await ad(advertisers[1], second, 'CPV'),
  await ad(advertisers[1], second, 'nCPI'),
  await ad(advertisers[1], second, 'CPM', won(900)),
]
const media = [
  await unit(publishers[0], 'one'),
  await unit(publishers[0], 'two'),
  await unit(publishers[1], 'three'),
]
const operator = await id(sql`
  insert into operator (email, email_key, password_hash, admin_group, registered_at)
  values ('o@company.test', 'o@company.test', '', 'ADMINISTRATORS', ${at(now)}) returning operator_id as id`)

const offers = []
const newOffer = (price = BigInt(random.whole(100_000_000, 400_000_000)), shown = random.pick(ads)) => {
  const offer = {
    ...{ issueDay: new Date(now).toISOString().slice(0, 10), offerId: random.uuid(), adId: shown.id },
    ...{ mediumId: random.pick(media), deviceId: `phone-${random.whole(1, 5)}`, priceMicros: price },
  }
  offers.push(offer)
  return offer
}
const send = (offer, ...actions) =>
  log.append(actions.map((action) => ({ ...offer, action, receivedAt: now })))
const allActions = ['IMPRESSION', 'CLICK', 'WATCH', 'INSTALL', 'ACTION']

/** Bills until everything that has arrived by now is known to be billed. */
async function pass() {
  await billing.drain()
  for (;;) {
    await billing.runBatch()
    const [row] = await rows(sql`select billed_until from billing_position`)
    if (row.billed_until === now - 20_000) return
  }
}

async function traffic(moment, count) {
  now = Date.parse(moment)
  for (let number = 0; number < count; number++) {
    const actions = allActions.slice(0, random.whole(1, 5))
    // A few clicks have no impression and are invalid in the end.
    await send(newOffer(), ...(random.chance(0.1) ? ['CLICK'] : actions))
    now += random.whole(100, 9_000)
  }
  await pass()
  now += 20 * 60_000
  await pass()
  await closeMonths({ db, clock })
}

async function payout(owner, month, share) {
  const payable = await db.read((session) => payableRevenue(session, owner))
  const amountWon = Number((payable * BigInt(share)) / 100n / 1_000_000n)
  const bank = { name: 'Owner', bank: 'Bank', number: '123', changedAt: 0 }
  return db.transaction(async (tx) => {
    const request = await insertRequest(tx, {
      owner,
      month,
      amountWon,
      account: bank,
      accountChanged: false,
      now,
    })
    const to = [[account.reservedOf(owner), won(amountWon)]]
    await post(tx, [
      {
        key: `payout-request/${request}`,
        kind: 'PAYOUT_REQUEST',
        from: account.revenueOf(owner),
        to,
        at: now,
      },
    ])
    return { request, amountWon }
  })
}

// Around the midnight of Seoul, which is 15:00 UTC, at the ends of two months; then days whose events are kept.
await traffic('2026-08-31T14:59:30Z', 12)
await traffic('2026-09-15T03:00:00Z', 8)
// So cheap that the user's share is nothing.
await send(newOffer(7n, ads[0]), 'IMPRESSION')
await traffic('2026-10-02T02:00:00Z', 2)
const paid = await payout(publishers[0], '2026-10', 60)
await db.transaction(async (tx) => {
  await saveDecision(tx, paid.request, { status: 'COMPLETE', reason: '', by: operator, now })
  const to = [[account.outside, won(paid.amountWon)]]
  await post(tx, [
    {
      key: `payout-paid/${paid.request}`,
      kind: 'PAYOUT_PAID',
      from: account.reservedOf(publishers[0]),
      to,
      at: now,
    },
  ])
})
await traffic('2026-10-31T14:59:40Z', 10)
await traffic('2026-11-02T04:00:00Z', 4)
await payout(publishers[0], '2026-11', 50)
await payout(publishers[1], '2026-11', 100)
await transfer('correction/1', 'CORRECTION', account.network, account.revenueOf(publishers[1]), won(3))
await traffic('2026-11-13T10:00:00Z', 8)
now = Date.parse('2026-11-15T01:00:00Z')
await dropOldEvents({ db, clock, settings: { eventDays: 9 } })
await traffic('2026-11-15T01:30:00Z', 6)
// A click and an install that wait, an impression that was charged and gets its click later.
const waiting = newOffer(undefined, ads[1])
await send(waiting, 'CLICK', 'INSTALL')
const charged = newOffer(undefined, ads[0])
await send(charged, 'IMPRESSION')
await billing.drain()
// In the log and not billed yet.
now += 30_000
await send(waiting, 'IMPRESSION')
await send(charged, 'CLICK', 'WATCH')
for (let number = 0; number < 5; number++) await send(newOffer(), 'IMPRESSION', 'CLICK')

const range = { zone: 'Asia/Seoul', start: '2026-08-01', end: '2026-11-16' }
const jsonOf = (value) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))

/** The old version returned these sums as text. */
const withBigints = ({ charge, ...outcome }) => ({
  ...outcome,
  ...(charge && {
    charge: Object.fromEntries(Object.entries(charge).map(([name, sum]) => [name, BigInt(sum)])),
  }),
})

/** What the program shows, and the balances. */
async function reports() {
  const owners = [...advertisers, ...publishers]
  return db.snapshot(async (session) => {
    const byOwner = {}
    for (const owner of owners) {
      byOwner[owner] = {
        adDays: await readAdDays(session, { owner }, range),
        mediumDays: await readMediumDays(session, { owner }, range),
        publisherDays: await readPublisherDays(session, { owner }, range),
        payable: await payableRevenue(session, owner),
        statement: await totalsByMonth(session, owner),
      }
    }
    const accounts = await session.rows(sql`
      select concat_ws('/', kind, customer_id, app_id, device_id) as name, balance_micros from ledger_account
       where balance_micros <> 0 order by 1`)
    return {
      byOwner,
      accounts: Object.fromEntries(accounts.map((row) => [row.name, row.balance_micros])),
      network: [...(await networkDays(session, range)).values()],
      months: await session.rows(
        sql`select customer_id, month, revenue_micros, impressions from revenue_month order by 1, 2`,
      ),
      invalid: await session.rows(
        sql`select reason, medium_id, utc_day, count from invalid_rollup order by 1, 2, 3`,
      ),
      outcomes: (await readEventOutcomes(session, offers)).map(withBigints),
    }
  })
}

/** A column as text. Transactions are numbered from 3 on, so that their numbers are below those of any server. */
const textOf = (table, name) =>
  name === 'tx' ? `(select 2 + count(distinct o.tx) from event o where o.tx <= ${table}.tx)` : name

/** An array of 96 numbers as its runs of equal ones: 95 zeros and a 7 are "95x0 1x7". */
const withRuns = (line) =>
  line.replace(/'\{((?:\d+,){95}\d+)\}'/g, (_, list) => {
    const runs = []
    for (const number of list.split(',')) {
      if (runs.at(-1)?.number === number) runs.at(-1).times += 1
      else runs.push({ number, times: 1 })
    }
    return `pg_temp.runs('${runs.map(({ number, times }) => `${times}x${number}`).join(' ')}')`
  })
const runsFunction = `create function pg_temp.runs(text) returns bigint[] language sql as $$
  select array_agg(split_part(run, 'x', 2)::bigint order by place, number)
    from unnest(string_to_array($1, ' ')) with ordinality as r(run, place),
         generate_series(1, split_part(run, 'x', 1)::int) as number $$;`

/** Every row as an insert statement, in an order that foreign keys allow. */
async function dump() {
  const lines = [runsFunction]
  const partitions = await rows(sql`
    select c.relname as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' order by 1`)
  for (const { name, parent, bound } of partitions)
    lines.push(`create table ${name} partition of ${parent} ${bound};`)
  const tables = [
    ...[
      'customer',
      'operator',
      'campaign',
      'ad',
      'ad_day',
      'app',
      'medium',
      'payout_request',
      'revenue_month',
    ],
    ...['ledger_account', 'ledger_transfer', 'ledger_entry', 'event', 'billing_position', 'waiting_event'],
    ...['counted_event', 'campaign_install', 'ad_rollup', 'medium_rollup', 'invalid_rollup', 'setting'],
  ]
  for (const table of tables) {
    const columns = await rows(sql`
      select attname as name, attidentity <> '' as made from pg_attribute
       where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`)
    const names = columns.map((column) => column.name)
    const texts = names.map((name) => `quote_nullable(${textOf(table, name)}::text)`).join(', ')
    const order = table === 'event' ? 'seq' : names[0]
    const text = `select concat_ws(',', ${texts}) as line from ${table} order by ${order}, line`
    const found = await rows({ text, values: [] })
    if (found.length === 0) continue
    const overriding = columns.some((column) => column.made) ? ' overriding system value' : ''
    const values = found.map((row) => `(${withRuns(row.line)})`).join(',\n')
    lines.push(`insert into ${table} (${names.join(', ')})${overriding} values\n${values};`)
    const made = columns.find((column) => column.made)
    if (made)
      lines.push(
        `select setval(pg_get_serial_sequence('${table}', '${made.name}'), max(${made.name})) from ${table};`,
      )
  }
  lines.push("select setval('event_seq', max(seq)) from event;")
  return `${lines.join('\n')}\n`
}

const before = await reports()
const data = await dump()
await pass()
now += 20 * 60_000
await pass()
const after = await reports()
const here = import.meta.dirname
writeFileSync(join(here, 'data.sql'), `-- Made by make.mjs; do not edit.\n${data}`)
const lines = { world: { now, range, owners: [...advertisers, ...publishers], offers }, before, after }
writeFileSync(
  join(here, 'reports.jsonl'),
  Object.values(lines)
    .map((line) => `${jsonOf(line)}\n`)
    .join(''),
)
await billing.stop()
await db.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
