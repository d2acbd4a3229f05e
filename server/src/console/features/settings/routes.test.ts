import { adReport, sharedSettings } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer({ SEARCH_DAYS: '30' })

test('Q-08 everyone can read the longest range, and the reports enforce it', async () => {
  expect(await server.client().ok(sharedSettings, {})).toEqual({ searchDays: 30 })
  const advertiser = await server.customer('ADVERTISER')
  const report = (startDate: string) => advertiser.call(adReport, { startDate, endDate: '2026-11-30' })
  expect(await report('2026-10-31')).toMatchObject({ error: 'SUCCESS' })
  expect(await report('2026-10-30')).toMatchObject({
    error: 'UNKNOWN',
    detail: 'Search range is 1 to 30 days',
  })
})
