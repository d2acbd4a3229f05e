import { saveCallback } from '@voltline/contract'
import { expect, test } from 'vitest'
import { DeliveryRows } from '../../../../testing/delivery-rows.ts'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()

test('without CALLBACK_ALLOW_PRIVATE, a callback cannot be set up to a private, loopback or link-local target', async () => {
  const rows = new DeliveryRows({ db: server.db, clock: { now: () => server.now }, secrets: server.secrets })
  const publisher = await server.customer('PUBLISHER')
  const medID = await rows.medium(await rows.app({ owner: publisher.id }), {
    product: 'VIDEO',
    reward: 'Gem',
    rewards: 1,
  })
  const hosts = [
    ...[
      '127.0.0.1',
      'localhost',
      'localhost.:8080',
      'printer.localhost',
      '10.1.2.3',
      '192.168.0.1',
      '172.16.0.1',
    ],
    ...[
      '169.254.169.254',
      '[::1]',
      '[fe80::1]',
      '[fd00::1]',
      '[::ffff:10.0.0.1]',
      '0x7f.1',
      '2130706433',
      '0',
    ],
  ]
  for (const host of hosts) {
    const reply = await publisher.call(saveCallback, { medID, url: `http://${host}/cb`, active: 1 })
    expect([host, reply]).toMatchObject([
      host,
      { status: 200, error: 'UNKNOWN', body: { detail: 'url: must lead to a public address' } },
    ])
  }
  await publisher.ok(saveCallback, { medID, url: 'https://93.184.216.34/cb?u={user_id}', active: 1 })
})
