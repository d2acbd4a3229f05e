import { adminListDevices, blockDevice, unblockDevice } from '@voltline/contract'
import { isoInZone, ok, refuse, seoul } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import {
  type BlockedDevice,
  countDevices,
  deleteBlock,
  insertBlock,
  pageOfDevices,
} from '../../../../domain/quality/blocked-devices.ts'
import type { FeatureServices } from '../../../feature.ts'

const toWire = (device: BlockedDevice) => ({
  DeviceID: device.id,
  Reason: device.reason,
  BlockedTime: isoInZone(device.blockedAt, seoul),
  BlockedBy: device.blockedBy,
})

/** Devices that the SDK API refuses. */
export function registerOperatorDevices({ handle, db, clock }: FeatureServices): void {
  handle(adminListDevices, async ({ input }) =>
    db.snapshot(async (tx) => {
      const devices = await pageOfDevices(tx, input)
      return ok({ devices: devices.map(toWire), rowCount: await countDevices(tx, input.text) })
    }),
  )

  handle(blockDevice, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const block = { reason: input.reason, by: session.operatorId, now }
      if (!(await insertBlock(tx, input.deviceID, block))) {
        return refuse('UNKNOWN', 'the device is blocked already')
      }
      // A device has no numeric id for the audit's entity_id, so its id is part of the change.
      const became = { deviceID: input.deviceID, reason: input.reason }
      await audit(tx, { actor: session, action: blockDevice.path, entity: 'device', became, at: now })
      return ok({})
    }),
  )

  handle(unblockDevice, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const reason = await deleteBlock(tx, input.deviceID)
      if (reason === undefined) return refuse('NO_PERMISSION')
      const was = { deviceID: input.deviceID, reason }
      await audit(tx, { actor: session, action: unblockDevice.path, entity: 'device', was, at: now })
      return ok({})
    }),
  )
}
