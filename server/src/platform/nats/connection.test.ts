import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { second } from '@voltline/kernel'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { requireNats, startNats } from '../../../testing/event-log/nats-server.ts'
import { eventually } from '../../../testing/eventually.ts'
import { freePort } from '../../../testing/free-port.ts'
import { makeLog } from '../log.ts'
import { connectNats, type NatsOptions } from './connection.ts'
import { parseNatsUrl } from './nats-url.ts'

async function connectTo(url: string, change: Partial<NatsOptions> = {}) {
  const servers = parseNatsUrl(url)
  if (!servers) throw new Error(`${url} is no URL`)
  const log = makeLog('silent')
  const connection = await connectNats({ servers, credsPath: undefined, log, ...change })
  onTestFinished(() => connection.close())
  return connection
}

beforeEach(requireNats)

test('wrong credentials are one line, at once and without the password', async () => {
  const nats = await startNats({ lines: ['authorization { user: voltline, password: right }'] })
  onTestFinished(() => nats.stop())
  const [host = ''] = nats.servers.map((server) => server.host)
  for (const signIn of ['voltline:wrong@', '']) {
    await expect(connectTo(`nats://${signIn}${host}`)).rejects.toThrow(
      new RegExp(`^NATS at ${host} refuses the credentials: [^\\n]+\\.$`),
    )
  }
  await connectTo(`nats://voltline:right@${host}`)
})

test('servers that are unreachable for the whole time are one line', async () => {
  const port = await freePort()
  await expect(connectTo(`nats://127.0.0.1:${port}`, { startMsMax: 1 * second })).rejects.toThrow(
    new RegExp(`^NATS at 127.0.0.1:${port} has been unreachable for 1 s: [^\\n]+\\.$`),
  )
})

test('a file of credentials that cannot be read is one line', async () => {
  const wanted = { credsPath: '/nowhere/voltline.creds' }
  await expect(connectTo('nats://127.0.0.1', wanted)).rejects.toThrow(
    /^NATS_CREDS cannot be read: ENOENT[^\n]+$/,
  )
  const credsPath = join(tmpdir(), `voltline-${process.pid}.creds`)
  writeFileSync(credsPath, 'not credentials')
  const nats = await startNats()
  onTestFinished(() => nats.stop())
  await expect(connectTo(nats.url, { credsPath, startMsMax: second })).rejects.toThrow(/^NATS[^\n]+$/)
})

test('a server that starts late, stops and starts again is found again', async () => {
  const nats = await startNats()
  onTestFinished(() => nats.stop())
  const [server] = nats.servers
  await server?.kill()
  const connecting = connectTo(nats.url)
  await server?.start()
  const connection = await connecting
  await server?.kill()
  await server?.start()
  await eventually(() =>
    connection.flush().then(
      () => true,
      () => false,
    ),
  )
})

test('a paused server is left for another one', async () => {
  const nats = await startNats({ count: 3 })
  onTestFinished(() => nats.stop())
  const connection = await connectTo(nats.url)
  const paused = nats.servers.find((server) => server.host === connection.getServer())
  paused?.signal('SIGSTOP')
  await eventually(
    () =>
      connection.getServer() !== paused?.host &&
      connection.rtt().then(
        () => true,
        () => false,
      ),
  )
})
