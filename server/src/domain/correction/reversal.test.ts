import { type AdId, instant, type Micros, micros } from '@voltline/kernel'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceKey, reversalsOf, takeVolts } from './reversal.ts'
import type { OpenCharge } from './select-charges.ts'

const day = '2026-11-15' as OpenCharge['issueDay']
const ids = { campaignId: 1, mediumId: 1, appId: 1 } as Pick<OpenCharge, 'campaignId' | 'mediumId' | 'appId'>
const people = { advertiser: 1, publisher: 2 } as Pick<OpenCharge, 'advertiser' | 'publisher'>

const anyCharge = fc
  .record({
    price: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    user: fc.bigInt({ min: 0n, max: 1000n }),
    network: fc.bigInt({ min: 0n, max: 1000n }),
    device: fc.constantFrom('a', 'b', 'c'),
    transfer: fc.bigInt({ min: 1n, max: 3n }),
  })
  .map(({ price, user, network, device, transfer }): OpenCharge => {
    const userMicros = (price * user) / 2000n
    const publisherMicros = ((price - userMicros) * network) / 1000n
    return {
      ...{ issueDay: day, offerId: `${price}`, action: 'CLICK', receivedAt: instant(0), adId: 1 as AdId },
      ...{ ...ids, ...people, deviceId: device, country: 'KR', transferId: transfer },
      ...{ priceMicros: micros(price), userMicros: micros(userMicros) },
      publisherMicros: micros(publisherMicros),
    }
  })

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

test('volts are taken back down to zero, and never more than the charge gave', () => {
  const anyVolts = fc.record({
    a: fc.bigInt(0n, 10n ** 12n),
    b: fc.bigInt(0n, 10n ** 6n),
    c: fc.constant(0n),
  })
  fc.assert(
    fc.property(fc.array(anyCharge), anyVolts, (charges, had) => {
      const left = new Map(
        Object.entries(had).map(([deviceId, volts]) => [deviceKey({ ...ids, deviceId }), volts]),
      )
      const reversed = takeVolts(charges, left)
      for (const charge of reversed) expect(charge.voltsMicros <= charge.userMicros).toBe(true)
      for (const [deviceId, volts] of Object.entries(had)) {
        const own = reversed.filter((charge) => charge.deviceId === deviceId)
        const taken = sum(own.map((charge) => charge.voltsMicros))
        const given = sum(own.map((charge) => charge.userMicros))
        expect(taken).toBe(given < volts ? given : volts)
        if (own.length > 0) expect(left.get(deviceKey({ ...ids, deviceId }))).toBe(volts - taken)
      }
    }),
  )
})

test('each corrected transfer is reversed by one that gives the advertiser the whole price; the network covers missing volts', () => {
  fc.assert(
    fc.property(fc.array(anyCharge), fc.bigInt(0n, 10n ** 12n), (charges, volts) => {
      const terms = { correctionId: 7, reason: 'x', now: instant(1), closedUntil: instant(0) }
      const groups = reversalsOf(
        takeVolts(charges, new Map([[deviceKey({ ...ids, deviceId: 'a' }), volts]])),
        terms,
      )
      expect(groups.map((group) => group.transfer.corrects).sort()).toEqual(
        [...new Set(charges.map((charge) => charge.transferId))].sort(),
      )
      for (const { transfer, charges: ofTransfer } of groups) {
        const [revenue, taken, network] = transfer.to.map(([, amount]): Micros => amount)
        expect(sum(transfer.to.map(([, amount]) => amount))).toBe(sum(ofTransfer.map((c) => c.priceMicros)))
        expect(revenue).toBe(sum(ofTransfer.map((charge) => charge.publisherMicros)))
        expect(taken).toBe(sum(ofTransfer.map((charge) => charge.voltsMicros)))
        expect(network).toBe(sum(ofTransfer.map((c) => c.priceMicros - c.publisherMicros - c.voltsMicros)))
      }
    }),
  )
})
