import { adminListDevices, blockDevice, listAudit, unblockDevice } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'

const server = useTestServer()

test('a device is blocked and unblocked once each, listed with who did it, and audited', async () => {
  const admin = await server.operator()
  const reader = await server.operator('USERS')
  const device = { deviceID: 'a1b2_%-c3', reason: 'Emulator farm' }
  expect(await reader.call(blockDevice, device)).toMatchObject({ status: 403, error: 'NO_PERMISSION' })
  await admin.ok(blockDevice, device)
  expect(await admin.call(blockDevice, device)).toMatchObject({ error: 'UNKNOWN' })
  expect(await reader.ok(adminListDevices, { text: '_%-' })).toMatchObject({
    rowCount: 1,
    devices: [{ DeviceID: device.deviceID, Reason: device.reason, BlockedBy: admin.email }],
  })
  expect((await reader.ok(adminListDevices, { text: '%%' })).rowCount).toBe(0)
  await admin.ok(unblockDevice, { deviceID: device.deviceID })
  expect(await admin.call(unblockDevice, { deviceID: device.deviceID })).toMatchObject({
    error: 'NO_PERMISSION',
  })
  expect((await admin.call(blockDevice, { deviceID: 'has space', reason: 'x' })).status).toBe(400)
  const { rows } = await reader.ok(listAudit, { text: 'a1b2_' })
  expect(rows.map((row) => row.Action)).toEqual(['admin/device/unblock', 'admin/device/block'])
})
