import { describe, expect, onTestFinished, type TestContext, test } from 'vitest'
import { useFreshDatabase } from '../../../testing/database.ts'
import { requireNats, startNats } from '../../../testing/event-log/nats-server.ts'
import { eventually } from '../../../testing/eventually.ts'
import { Database } from '../database/database.ts'
import { makeLog } from '../log.ts'
import { parseNatsUrl } from '../nats/nats-url.ts'
import type { Broadcast } from './broadcast.ts'
import { NatsBroadcast } from './nats-broadcast.ts'
import { PostgresBroadcast } from './postgres-broadcast.ts'

const database = useFreshDatabase()

/** Makes broadcasts of one channel. */
type Opener = () => Promise<Broadcast>

async function onPostgres(): Promise<Opener> {
  const db = new Database({ url: database.url, connectionsMax: 4, statementMsMax: 5_000, onLost: () => {} })
  onTestFinished(() => db.close())
  return () => Promise.resolve(new PostgresBroadcast(db, 'test_channel'))
}

async function onNats(context: TestContext): Promise<Opener> {
  requireNats(context)
  const nats = await startNats()
  onTestFinished(() => nats.stop())
  const servers = parseNatsUrl(nats.url)
  if (!servers) throw new Error('The server has a URL.')
  const options = { servers, credsPath: undefined, log: makeLog('silent') }
  return () => NatsBroadcast.connect(options, 'voltline.shown')
}

/** A process that listens and keeps what it hears. */
async function listen(open: Opener) {
  const broadcast = await open()
  const heard: { from: string; text: string }[] = []
  let listened = 0
  await broadcast.start({
    onMessage: (from, text) => heard.push({ from, text }),
    onListening: () => {
      listened++
    },
  })
  onTestFinished(() => broadcast.stop())
  await eventually(() => listened === 1)
  return { broadcast, heard }
}

describe.each([
  ['PostgreSQL notifications', onPostgres],
  ['NATS', onNats],
])('%s', (_name, open) => {
  test('every other process hears each message once, whole and in order', async (context) => {
    const opener = await open(context)
    const [a, b, c] = [await listen(opener), await listen(opener), await listen(opener)]
    const texts = ['{"n":1}', JSON.stringify('가'.repeat(9_000)), '{"n":3}']
    await a.broadcast.send(texts)
    await b.broadcast.send(['{"n":4}'])
    const values = ({ heard }: typeof a, from: typeof a) =>
      heard.filter((message) => message.from === from.broadcast.name).map(({ text }) => JSON.parse(text))
    const sent = texts.map((text) => JSON.parse(text))
    await eventually(() => c.heard.length === 4 && b.heard.length === 3 && a.heard.length === 1)
    expect(values(c, a)).toEqual(sent)
    expect(values(b, a)).toEqual(sent)
    expect(values(c, b)).toEqual([{ n: 4 }])
    expect(values(a, a)).toEqual([])
  })
})
