import { adStatuses, dayOn, platforms, pricingModels, products } from '@voltline/contract'
import type { AdId, CustomerId, MicrosNumber, Won } from '@voltline/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { DeliveryRows } from '../../../../testing/delivery-rows.ts'
import { ProgramClock } from '../../../platform/clock.ts'
import { Database } from '../../../platform/database/database.ts'
import type { AdRow } from '../../../platform/database/rows.ts'
import { raw, sql } from '../../../platform/database/sql.ts'
import { Secrets } from '../../../platform/secrets.ts'
import { adColumns } from './ad-columns.ts'
import { type AdPlainRow, adFromRow, adPlainColumns } from './ad-plain.ts'
import { type AdState, readDetails } from './ad-state.ts'
import { type AdTextRow, adFromText, adTextColumns } from './ad-text.ts'
import { idColumn, microsColumn, type TextColumns, textRow, wonColumn } from './text-row.ts'

const fresh = useFreshDatabase()
let db: Database
beforeAll(() => {
  db = new Database({ url: fresh.url, connectionsMax: 4, statementMsMax: 20_000, onLost: () => {} })
})
afterAll(() => db.close())

const text = fc.string({ maxLength: 30 }).map((value) => value.replaceAll('\0', ''))
const amount = fc.bigInt({ min: 0n, max: 9_000_000_000_000_000n })
const anyAd = fc.record({
  product: fc.constantFrom(...products),
  billing_type: fc.constantFrom(...pricingModels),
  camp_type: fc.constantFrom(...platforms, 'BOTH'),
  status: fc.constantFrom(...adStatuses),
  adult: fc.boolean(),
  day_limit_micros: amount,
  budget_limit_micros: amount,
  min_cost_won: fc.integer({ min: 1, max: 1_000 }),
  max_cost_won: fc.integer({ min: 1_000, max: 100_000 }),
  spent_micros: amount,
  impressions: fc.bigInt({ min: 0n, max: 2n ** 50n }),
  billable_events: fc.bigInt({ min: 0n, max: 2n ** 50n }),
  countries: fc.oneof(
    fc.constant(['Global']),
    fc.uniqueArray(fc.constantFrom('KR', 'US', 'JP'), { minLength: 1 }),
  ),
  week: fc.array(fc.integer({ min: 0, max: dayOn }), { minLength: 7, maxLength: 7 }),
  name: text,
  url_ios: text,
  url_aos: text,
  materials: fc.array(text, { maxLength: 3 }),
  app_info: fc.option(fc.record({ Title: text, Genres: fc.array(text) }).map((info) => JSON.stringify(info))),
})

async function insertAds(ads: readonly ({ name: string } & Record<string, unknown>)[]): Promise<void> {
  const rows = new DeliveryRows({
    db,
    clock: new ProgramClock(),
    secrets: new Secrets('a secret key that is only for tests and never elsewhere'),
  })
  const advertiser = await rows.advertiser()
  const campaign = await rows.campaign(advertiser)
  for (const { name, ...ad } of ads) {
    const id = await rows.ad({ advertiser, campaign, name })
    const assignments = Object.keys(ad).map((column, index) => `${column} = $${index + 2}`)
    const text = `update ad set ${assignments.join(', ')} where ad_id = $1`
    await db.transaction((tx) => tx.run({ text, values: [id, ...Object.values(ad)] }))
  }
}

const comparable = ({ details, ...state }: AdState) => ({ ...state, details: readDetails(details) })

test('ads read as text equal ads read as columns', async () => {
  await insertAds(fc.sample(anyAd, { seed: 17, numRuns: 60 }))
  const [texts, rows] = await db.snapshot(async (session) => [
    await session.many(adFromText, sql<AdTextRow>`select ${adTextColumns} from ad a order by a.ad_id`),
    await session.many(adFromRow, sql<AdPlainRow>`select ${adPlainColumns} from ad a order by a.ad_id`),
  ])
  expect(texts).toHaveLength(60)
  expect(texts.map(comparable)).toEqual(rows.map(comparable))
})

test('any order of the declared columns reads the same values', async () => {
  const declared = Object.entries(adColumns)
  const readAll = (order: typeof declared) => {
    const { text, split, read } = textRow('a', Object.fromEntries(order))
    return db.read((session) =>
      session.many(
        (row) => Object.fromEntries(order.map(([name]) => [name, read[name]?.(split(row.cells))])),
        sql<{ cells: string }>`select ${raw(text)} as cells from ad a order by a.ad_id`,
      ),
    )
  }
  const expected = await readAll(declared)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(declared, { minLength: declared.length }), async (order) => {
      expect(await readAll(order)).toEqual(expected)
    }),
    { seed: 3, numRuns: 10 },
  )
})

test('a text with a missing, extra or misplaced column is rejected', async () => {
  const [row] = await db.read((session) =>
    session.rows(sql<AdTextRow>`select ${adTextColumns} from ad a order by a.ad_id limit 1`),
  )
  const { cells = '', details } = row ?? {}
  if (details === undefined) throw new Error('There is an ad.')
  const columns = cells.split(' ')
  const read = (changed: readonly string[]) => () => adFromText({ cells: changed.join(' '), details })
  expect(read(columns)).not.toThrow()
  expect(read(columns.slice(1))).toThrow('as many cells as columns')
  expect(read([...columns, '1'])).toThrow('as many cells as columns')
  expect(read([...columns.slice(1), columns[0] ?? ''])).toThrow()
})

test('a renamed column and mixed units do not compile', () => {
  const renamed = {
    // @ts-expect-error there is no such column
    advert_id: idColumn<AdId>(),
  } satisfies TextColumns<AdRow>
  // @ts-expect-error the budget is in micros
  const wonForMicros = { budget_limit_micros: wonColumn } satisfies TextColumns<AdRow>
  // @ts-expect-error the bid is in won
  const microsForWon = { min_cost_won: microsColumn } satisfies TextColumns<AdRow>
  // @ts-expect-error an ad's id is not a customer's
  const otherId = { ad_id: idColumn<CustomerId>() } satisfies TextColumns<AdRow>
  const bid = 5 as Won
  // @ts-expect-error won are not micros
  const price: MicrosNumber = bid
  expect([renamed, wonForMicros, microsForWon, otherId, price]).toHaveLength(5)
})
