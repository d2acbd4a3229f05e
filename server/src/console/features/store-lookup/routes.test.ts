import { scrapeStore } from '@voltline/contract'
import { describe, expect, test } from 'vitest'
import { giveFile } from '../../../../testing/advertiser.ts'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()
const lookup = {
  country: 'KR',
  platform: 'AOS',
  storeURL: 'https://play.google.com/store/apps/details?id=a.b',
} as const

describe('the store lookup', () => {
  test('API-58 VALID-50 VALID-53 an address that is not an app’s page in the store returns UNKNOWN', async () => {
    const client = await server.customer('ADVERTISER')
    const urls = [
      '',
      'x',
      'https://example.com',
      'http://127.0.0.1/?id=a.b',
      'https://apps.apple.com/kr/app/id1',
    ]
    for (const storeURL of urls) {
      expect(await client.call(scrapeStore, { ...lookup, storeURL })).toMatchObject({
        status: 200,
        error: 'UNKNOWN',
      })
    }
    const long = `https://play.google.com/${'a'.repeat(1_001)}`
    expect((await client.call(scrapeStore, { ...lookup, storeURL: long })).status).toBe(400)
  })

  test('Q-53 Q-99 material0 must be the caller’s own uploaded video', async () => {
    const client = await server.customer('ADVERTISER')
    const stranger = await server.customer('ADVERTISER')
    const foreign = await giveFile(server, stranger, { folder: 'video', durationMs: 6_000 })
    const image = await giveFile(server, client, { folder: 'image' })
    for (const material0 of [foreign.name, image.name, `${'0'.repeat(32)}.mp4`, '../x', '\u0000']) {
      expect(await client.call(scrapeStore, { ...lookup, material0 })).toMatchObject({
        status: 200,
        error: 'NO_PERMISSION',
      })
    }
  })

  test('Q-53 a store without such an app, or out of reach, returns UNKNOWN in time', async () => {
    const client = await server.customer('ADVERTISER')
    const storeURL = 'https://play.google.com/store/apps/details?id=test.voltline.no.such.app'
    const reply = await client.call(scrapeStore, { ...lookup, storeURL })
    expect(reply).toMatchObject({ status: 200, error: 'UNKNOWN' })
  })
})
