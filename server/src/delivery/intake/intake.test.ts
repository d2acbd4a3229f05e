import { randomUUID } from 'node:crypto'
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'
import { type AdId, type CustomerId, type Day, instant, type MediumId, noMoney } from '@voltline/kernel'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestApp } from '../../../testing/delivery-rows.ts'
import { useDeliveryWorld } from '../../../testing/delivery-world.ts'
import { eventually } from '../../../testing/eventually.ts'
import type { EventLog, OfferEvent } from '../../domain/events/event-log.ts'
import { Intake, LogBusy } from './intake.ts'

const anEvent = (): OfferEvent => ({
  issueDay: '2026-11-15' as Day,
  offerId: randomUUID(),
  action: 'IMPRESSION',
  receivedAt: instant(0),
  adId: 1 as AdId,
  advertiserId: 1 as CustomerId,
  mediumId: 1 as MediumId,
  deviceId: 'd',
  priceMicros: noMoney,
})

/** A log that finishes its writes when the test says so. */
class HeldLog implements EventLog {
  readonly batches: { events: readonly OfferEvent[]; finish: () => void; fail: (fault: Error) => void }[] = []
  readonly gathering = { ms: 0, appendsMax: 1 }
  laneOf(event: OfferEvent): number {
    return event.advertiserId
  }
  append(events: readonly OfferEvent[]): Promise<boolean[]> {
    return new Promise((resolve, reject) => {
      this.batches.push({ events, finish: () => resolve(events.map(() => true)), fail: reject })
    })
  }
  prepareDays(): Promise<void> {
    return Promise.resolve()
  }
  findReceivedAt(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  findEvents(): Promise<never[]> {
    return Promise.resolve([])
  }
  check(): Promise<void> {
    return Promise.resolve()
  }
  close(): Promise<void> {
    return Promise.resolve()
  }
}

const limits = { queueRowsMax: 10, batchRowsMax: 4, queueMsMax: 60_000 }
/** Two turns of the event loop: what the intake has scheduled by the end of the first runs before the second ends. */
const turn = async () => {
  await immediate()
  await immediate()
}

describe('the intake', () => {
  test('acknowledges no event before it is on disk', async () => {
    const log = new HeldLog()
    const intake = new Intake(log, limits)
    let isAcknowledged = false
    const accepted = intake.accept(anEvent()).then((isFresh) => {
      isAcknowledged = true
      return isFresh
    })
    await wait(20)
    expect(isAcknowledged).toBe(false)
    log.batches[0]?.finish()
    expect(await accepted).toBe(true)
  })

  test('writes events that arrive together in one batch, and later events in the next', async () => {
    const log = new HeldLog()
    const intake = new Intake(log, limits)
    const first = [intake.accept(anEvent()), intake.accept(anEvent())]
    await turn()
    const later = [intake.accept(anEvent()), intake.accept(anEvent()), intake.accept(anEvent())]
    await turn()
    expect(log.batches.map((batch) => batch.events.length)).toEqual([2])
    log.batches[0]?.finish()
    await Promise.all(first)
    await turn()
    expect(log.batches.map((batch) => batch.events.length)).toEqual([2, 3])
    log.batches[1]?.finish()
    await Promise.all(later)
  })

  test('writes the events of one lane while another is stuck', async () => {
    const log = new HeldLog()
    const intake = new Intake(log, limits)
    const stuck = [intake.accept(anEvent()), intake.accept(anEvent())]
    const other = { ...anEvent(), advertiserId: 2 as CustomerId }
    const written = intake.accept(other)
    await turn()
    expect(log.batches.map((batch) => batch.events.length)).toEqual([2, 1])
    log.batches[1]?.finish()
    expect(await written).toBe(true)
    const drained = intake.drain()
    log.batches[0]?.finish()
    await Promise.all([...stuck, drained])
  })

  test('refuses events at once when the queue is full', async () => {
    const log = new HeldLog()
    const intake = new Intake(log, limits)
    void intake.accept(anEvent())
    await turn()
    const waiting = Array.from({ length: 10 }, () => intake.accept(anEvent()))
    await expect(intake.accept(anEvent())).rejects.toThrow(LogBusy)
    for (let batch = 0; batch < 4; batch++) {
      log.batches[batch]?.finish()
      await turn()
    }
    expect(await Promise.all(waiting)).toHaveLength(10)
  })

  test('rejects every event of a failed batch and continues with the next', async () => {
    const log = new HeldLog()
    const intake = new Intake(log, limits)
    const lost = [intake.accept(anEvent()), intake.accept(anEvent())]
    const outcomes = Promise.allSettled(lost)
    await turn()
    log.batches[0]?.fail(new Error('disk'))
    expect((await outcomes).every((outcome) => outcome.status === 'rejected')).toBe(true)
    const next = intake.accept(anEvent())
    await turn()
    log.batches[1]?.finish()
    expect(await next).toBe(true)
  })

  test('refuses events that have waited too long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const log = new HeldLog()
    const intake = new Intake(log, { ...limits, queueMsMax: 30 })
    void intake.accept(anEvent())
    await turn()
    const old = expect(intake.accept(anEvent())).rejects.toThrow(LogBusy)
    vi.advanceTimersByTime(31)
    log.batches[0]?.finish()
    await old
    expect(log.batches).toHaveLength(1)
  })

  test('is drained when every event is on disk', async () => {
    const log = new HeldLog()
    const intake = new Intake(log, limits)
    await intake.drain()
    void intake.accept(anEvent())
    let isDrained = false
    const drained = intake.drain().then(() => {
      isDrained = true
    })
    await wait(10)
    expect(isDrained).toBe(false)
    log.batches[0]?.finish()
    await drained
  })
})

describe('with a database that is away', () => {
  const world = useDeliveryWorld()
  let app: TestApp
  let medID: number

  beforeAll(async () => {
    app = await world().app()
    medID = await world().medium(app)
    await world().ad()
    await world().known(app, medID)
    await eventually(async () => (await world().request(app, medID)).error === 'SUCCESS')
  })

  /** Shuts everybody out of the database until it is called back. */
  async function takeAway(): Promise<() => Promise<void>> {
    const admin = new pg.Client(world().databaseUrl.replace(/\/[^/]+$/, '/postgres'))
    const name = new URL(world().databaseUrl).pathname.slice(1)
    await admin.connect()
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    return async () => {
      await admin.query(`alter database ${name} with allow_connections true`)
      await admin.end()
    }
  }

  test('no event is acknowledged, ads are still served, and events are accepted again afterwards', async () => {
    const { token, clickURL } = await world().offer(app, medID)
    const giveBack = await takeAway()
    const reply = await world().report(app, token, 'IMPRESSION')
    expect(reply).toMatchObject({ status: 503, error: 'TRYAGAIN_LATER' })
    const click = await world().send(new URL(clickURL).pathname)
    expect(click.status).toBe(302)
    expect(new URL(click.headers.get('location') ?? '').searchParams.get('click_id')).toBe('')
    const user = await world().send('/sdk/v1/user?deviceID=d', { headers: { 'x-api-key': app.key } })
    expect(user).toMatchObject({ status: 503, error: 'TRYAGAIN_LATER' })
    expect((await world().offer(app, medID)).token).toBeTruthy()
    await giveBack()
    await eventually(async () => (await world().report(app, token, 'IMPRESSION')).status === 200)
    expect(await world().rows('select action from event')).toEqual([{ action: 'IMPRESSION' }])
    // The snapshot follows again, too.
    const better = await world().ad({ maxCost: 50_000 })
    await eventually(async () => (await world().request(app, medID)).ad?.proID === better)
  })

  test('a blocked writer delays the acknowledgement', async () => {
    const { token } = await world().offer(app, medID)
    const held = new pg.Client(world().databaseUrl)
    await held.connect()
    await held.query('begin')
    await held.query('lock table event in exclusive mode')
    let isAcknowledged = false
    const report = world()
      .report(app, token, 'IMPRESSION')
      .then((reply) => {
        isAcknowledged = true
        return reply
      })
    await wait(300)
    expect(isAcknowledged).toBe(false)
    expect((await world().offer(app, medID)).token).toBeTruthy()
    await held.query('rollback')
    await held.end()
    expect((await report).body).toEqual({ error: 'SUCCESS' })
  })

  test('a slow database causes 503 within a bounded time', async () => {
    const { token } = await world().offer(app, medID)
    const held = new pg.Client(world().databaseUrl)
    await held.connect()
    await held.query('begin')
    await held.query('lock table event in exclusive mode')
    const reply = await world().report(app, token, 'IMPRESSION')
    expect(reply).toMatchObject({ status: 503, error: 'TRYAGAIN_LATER' })
    await held.query('rollback')
    await held.end()
    expect((await world().report(app, token, 'IMPRESSION')).error).toBe('SUCCESS')
  })
})
