import {
  type AdStatus,
  addAd,
  advertiserHome,
  getAd,
  modifyAd,
  startAd,
  startAll,
  stopAd,
  stopAll,
} from '@voltline/contract'
import { type AdId, won } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { adDraft, giveAd, giveCampaign, giveFile } from '../../../../testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../../../testing/test-server.ts'
import { failedChecks } from '../../../platform/database/migrate.ts'
import type { AdRow, AuditRow } from '../../../platform/database/rows.ts'
import { type Query, sql } from '../../../platform/database/sql.ts'

const server = useTestServer()
const advertiser = () => server.customer('ADVERTISER', { cash: won(10_000_000) })
const run = (query: Query) => server.db.transaction((session) => session.run(query))
const statusOf = async (client: CustomerClient, proID: number): Promise<AdStatus | undefined> =>
  (await client.ok(getAd, { proID: String(proID) })).ad?.Status
const errorOf = async (reply: Promise<{ error: string }>) => (await reply).error

describe('start and stop', () => {
  test('API-47 API-48 STATE-07 STATE-08 STATE-09 AD-AD-52 a new ad is stopped, starts, stops and starts again', async () => {
    const client = await advertiser()
    const proID = await giveAd(server, client)
    expect(await statusOf(client, proID)).toBe('FIRST')
    await client.ok(startAd, { proID })
    expect(await statusOf(client, proID)).toBe('INPROGRESS')
    expect(await client.call(startAd, { proID })).toMatchObject({ status: 200, error: 'CANNOT_START' })
    await client.ok(stopAd, { proID })
    expect(await statusOf(client, proID)).toBe('WAITING')
    expect(await client.call(stopAd, { proID })).toMatchObject({ status: 200, error: 'CANNOT_STOP' })
    await client.ok(startAd, { proID })
    expect(await statusOf(client, proID)).toBe('INPROGRESS')
  })

  test('STATE-10 a complete ad neither starts nor stops nor changes', async () => {
    const client = await advertiser()
    const proID = await giveAd(server, client)
    await run(sql`update ad set status = 'COMPLETE' where ad_id = ${proID}`)
    expect(await errorOf(client.call(startAd, { proID }))).toBe('CANNOT_START')
    expect(await errorOf(client.call(stopAd, { proID }))).toBe('CANNOT_STOP')
    const file = await giveFile(server, client, { folder: 'image' })
    expect(await errorOf(client.call(modifyAd, { ...adDraft(0, [file.name]), proID }))).toBe('CANNOT_EDIT')
    expect(await statusOf(client, proID)).toBe('COMPLETE')
  })

  test('STATE-11 Q-56 each refusal of start leaves the ad as it was', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const proID = await giveAd(server, client, { campID, minCost: 1_000, maxCost: 1_000 })
    const startError = () => errorOf(client.call(startAd, { proID }))
    await run(sql`update ad set week = array[0,0,0,0,0,0,0] where ad_id = ${proID}`)
    expect(await startError()).toBe('EXCEEDED_SCHEDULE')
    await run(sql`update ad set week = array[1,0,0,0,0,0,0] where ad_id = ${proID}`)
    // One impression at a CPM of 1,000 is exactly one won.
    await run(sql`update campaign set spent_micros = budget_micros - 999999 where campaign_id = ${campID}`)
    expect(await startError()).toBe('EXCEEDED_CAMPBUDGET')
    await run(sql`update campaign set spent_micros = budget_micros - 1000000 where campaign_id = ${campID}`)
    await run(sql`update ad set spent_micros = budget_limit_micros - 999999 where ad_id = ${proID}`)
    expect(await startError()).toBe('EXCEEDED_PROLIMIT')
    await run(sql`update ad set spent_micros = budget_limit_micros - 1000000 where ad_id = ${proID}`)
    expect(await statusOf(client, proID)).toBe('FIRST')
    await client.ok(startAd, { proID })
  })

  test('Q-56 a used-up day limit refuses until the advertiser’s next day', async () => {
    await server.setClock('2026-11-20T14:59:00Z')
    const client = await server.customer('ADVERTISER', { cash: won(1_000), zone: 'Asia/Seoul' })
    const proID = await giveAd(server, client)
    await run(sql`
      insert into ad_day (ad_id, day_starts_at, day_ends_at, spent_micros)
      select ad_id, '2026-11-19T15:00:00Z', '2026-11-20T15:00:00Z', day_limit_micros - 999999
        from ad where ad_id = ${proID}`)
    expect(await errorOf(client.call(startAd, { proID }))).toBe('EXCEEDED_DAYLIMIT')
    await server.setClock('2026-11-20T15:00:01Z')
    await client.ok(startAd, { proID })
  })

  test('Q-56 without cash for one event an ad cannot start', async () => {
    const poor = await server.customer('ADVERTISER')
    const proID = await giveAd(server, poor)
    expect(await errorOf(poor.call(startAd, { proID }))).toBe('CANNOT_START')
    expect(await statusOf(poor, proID)).toBe('FIRST')
  })

  test('Q-38 another advertiser’s ad cannot be started or stopped, like a missing ad', async () => {
    const owner = await advertiser()
    const stranger = await advertiser()
    const stopped = await giveAd(server, owner)
    const running = await giveAd(server, owner)
    await owner.ok(startAd, { proID: running })
    for (const proID of [stopped, running, 2_147_483_647]) {
      for (const call of [startAd, stopAd]) {
        expect(await stranger.call(call, { proID })).toMatchObject({ status: 200, error: 'NO_PERMISSION' })
      }
    }
    expect(await statusOf(owner, stopped)).toBe('FIRST')
    expect(await statusOf(owner, running)).toBe('INPROGRESS')
  })

  test('every change of status leaves an audit row', async () => {
    const client = await advertiser()
    const proID = await giveAd(server, client)
    await client.ok(startAd, { proID })
    await client.ok(stopAd, { proID })
    const rows = await server.db.read((session) =>
      session.rows(sql`
        select action, was, became from audit where customer_id = ${client.id} and entity = 'ad' order by audit_id`),
    )
    expect(rows.slice(1)).toEqual([
      { action: 'ad/ad/start', was: { status: 'FIRST' }, became: { status: 'INPROGRESS' } },
      { action: 'ad/ad/stop', was: { status: 'INPROGRESS' }, became: { status: 'WAITING' } },
    ])
  })
})

describe('all at once', () => {
  test('API-38 API-39 AD-HOME-07 AD-HOME-08 AD-HOME-10 Q-82 start all and stop all change every ad they can, and only the caller’s', async () => {
    const client = await advertiser()
    const other = await advertiser()
    const foreign = await giveAd(server, other)
    await other.ok(startAd, { proID: foreign })
    const campID = await giveCampaign(client)
    const ids: number[] = []
    for (let number = 0; number < 5; number++) ids.push(await giveAd(server, client, { campID }))
    const [, hourless = 0, spent = 0, complete = 0] = ids
    await run(sql`update ad set week = array[0,0,0,0,0,0,0] where ad_id = ${hourless}`)
    await run(sql`update ad set spent_micros = budget_limit_micros where ad_id = ${spent}`)
    await run(sql`update ad set status = 'COMPLETE' where ad_id = ${complete}`)
    const started = await client.ok(startAll, {})
    expect(started.promotion).toEqual({ Promotion: 5, InProgress: 2, Winning: 0, Complete: 1 })
    expect(await Promise.all(ids.map((id) => statusOf(client, id)))).toEqual([
      'INPROGRESS',
      'FIRST',
      'FIRST',
      'COMPLETE',
      'INPROGRESS',
    ])
    const stopped = await client.ok(stopAll, {})
    expect(stopped.promotion).toEqual({ Promotion: 5, InProgress: 0, Winning: 0, Complete: 1 })
    expect((await client.ok(advertiserHome, {})).promotion).toEqual(stopped.promotion)
    expect(await Promise.all(ids.map((id) => statusOf(client, id)))).toEqual([
      'WAITING',
      'FIRST',
      'FIRST',
      'COMPLETE',
      'WAITING',
    ])
    expect(await statusOf(other, foreign)).toBe('INPROGRESS')
  })

  test('start all handles more ads than one batch', async () => {
    const client = await advertiser()
    const proID = await giveAd(server, client)
    await run(sql`
      insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
                      day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, registered_at, updated_at)
      select campaign_id, customer_id, product, billing_type, name, camp_type, materials, countries, week,
             day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, registered_at, updated_at
        from ad, generate_series(1, 2500) where ad_id = ${proID}`)
    expect((await client.ok(startAll, {})).promotion).toMatchObject({ Promotion: 2_501, InProgress: 2_501 })
    expect((await client.ok(stopAll, {})).promotion).toMatchObject({ Promotion: 2_501, InProgress: 0 })
    expect(await failedChecks(server.db.url)).toEqual([])
  })
})

describe('races', () => {
  test('threat 14: of many concurrent starts one succeeds, and the same with stops', async () => {
    const client = await advertiser()
    const proID = await giveAd(server, client)
    const starts = await Promise.all(Array.from({ length: 20 }, () => client.call(startAd, { proID })))
    expect(starts.filter((reply) => reply.error === 'SUCCESS')).toHaveLength(1)
    expect(new Set(starts.map((reply) => reply.error))).toEqual(new Set(['SUCCESS', 'CANNOT_START']))
    const stops = await Promise.all(Array.from({ length: 20 }, () => client.call(stopAd, { proID })))
    expect(stops.filter((reply) => reply.error === 'SUCCESS')).toHaveLength(1)
  })

  test('Q-27 what billing commits while a start, stop or change waits for the ad is what decides', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const file = await giveFile(server, client, { folder: 'image' })
    const change = adDraft(campID, [file.name])
    /** Makes the call while billing holds the ad's lock, and returns its code after billing has committed. */
    const during = async (billing: Query, call: () => Promise<{ error: string }>) => {
      let reply: Promise<{ error: string }> | undefined
      await server.db.transaction(async (tx) => {
        await tx.run(billing)
        reply = call()
        await waitingForLock()
      })
      return (await reply)?.error
    }
    const complete = (proID: number) => sql`update ad set status = 'COMPLETE' where ad_id = ${proID}`
    const running = await giveAd(server, client, { campID })
    await client.ok(startAd, { proID: running })
    expect(await during(complete(running), () => client.call(stopAd, { proID: running }))).toBe('CANNOT_STOP')
    const stopped = await giveAd(server, client, { campID })
    const spent = sql`update ad set spent_micros = budget_limit_micros where ad_id = ${stopped}`
    expect(await during(spent, () => client.call(startAd, { proID: stopped }))).toBe('EXCEEDED_PROLIMIT')
    const edit = () => client.call(modifyAd, { ...change, proID: stopped })
    expect(await during(complete(stopped), edit)).toBe('CANNOT_EDIT')
    const rest = await giveAd(server, client, { campID })
    expect(await during(complete(rest), () => client.call(startAll, {}))).toBe('SUCCESS')
    expect(await statusOf(client, rest)).toBe('COMPLETE')
  })

  /** Resolves once another connection waits for a row that this test holds. */
  async function waitingForLock(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const waiting = await server.db.read((session) =>
        session.rows(sql`
          select 1 from pg_locks where not granted and pid <> pg_backend_pid()
             and pid in (select pid from pg_stat_activity where datname = current_database())`),
      )
      if (waiting.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('Nobody waits for the lock.')
  }

  test('threats 14 and 15: 1,000 interleavings of start, stop, both for all, and modify end in legal states', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const file = await giveFile(server, client, { folder: 'image' })
    const ids: number[] = []
    for (let number = 0; number < 4; number++) {
      ids.push(await giveAd(server, client, { campID, filenames: [file.name] }))
    }
    const steps: ((proID: number) => Promise<{ status: number; error: string }>)[] = [
      (proID) => client.call(startAd, { proID }),
      (proID) => client.call(stopAd, { proID }),
      (proID) => client.call(startAd, { proID }),
      (proID) => client.call(modifyAd, { ...adDraft(campID, [file.name]), proID, maxCost: 3_000 }),
      () => client.call(startAll, {}),
      () => client.call(stopAll, {}),
    ]
    const seen = new Set<string>()
    for (let round = 0; round < 100; round++) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, at) => {
          const step = steps[Math.floor(Math.random() * steps.length)]
          return step?.(ids[at % ids.length] ?? 0)
        }),
      )
      for (const reply of replies) {
        expect(reply?.status).toBe(200)
        seen.add(reply?.error ?? '')
      }
    }
    expect([...seen].toSorted()).toEqual(['CANNOT_START', 'CANNOT_STOP', 'MUSTBE_STOPPED', 'SUCCESS'])
    await expectLegalHistory(ids)
    expect(await failedChecks(server.db.url)).toEqual([])
    const rows = await server.db.read((session) =>
      session.one(
        (row) => Number(row.count),
        sql<{ count: bigint }>`select count(*) from ad_count where campaign_id = ${campID}`,
      ),
    )
    // Some rows are added after the last merge.
    expect(rows).toBeLessThan(300)
  }, 120_000)

  /** Every audit row of an ad starts from the status that the row before it left, and no ad in progress was changed. */
  async function expectLegalHistory(ids: readonly number[]): Promise<void> {
    const rows = await server.db.read((session) =>
      session.rows(sql<AuditRow & { became: { status?: string; ads?: number[] } }>`
        select action, entity_id, became from audit
         where entity = 'ad' and (entity_id = any (${[...ids]}::bigint[]) or became -> 'ads' is not null)
         order by audit_id`),
    )
    for (const id of ids) {
      let state = 'NONE'
      for (const row of rows) {
        if (row.entity_id === null ? !row.became.ads?.includes(id) : Number(row.entity_id) !== id) continue
        const next = nextState(state, row.action)
        expect(next, `${row.action} in ${state}`).toBeDefined()
        state = next ?? state
      }
      const status = await server.db.read((session) =>
        session.one(
          (row) => row.status,
          sql<Pick<AdRow, 'status'>>`select status from ad where ad_id = ${id as AdId}`,
        ),
      )
      expect(status).toBe(state)
    }
  }

  /** The status after a call; undefined if the call is not allowed in the current status. */
  function nextState(state: string, action: string): string | undefined {
    const isStopped = state === 'FIRST' || state === 'WAITING'
    if (action === addAd.path) return state === 'NONE' ? 'FIRST' : undefined
    if (action === modifyAd.path) return isStopped ? state : undefined
    if (action === startAd.path || action === startAll.path) return isStopped ? 'INPROGRESS' : undefined
    return state === 'INPROGRESS' ? 'WAITING' : undefined
  }
})
