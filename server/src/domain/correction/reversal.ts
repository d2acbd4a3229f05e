import { type CustomerId, type Instant, type Micros, micros } from '@voltline/kernel'
import { cashOf, network, revenueOf, voltsOf } from '../ledger/account.ts'
import type { Transfer } from '../ledger/ledger.ts'
import type { OpenCharge } from './select-charges.ts'

/** A charge to be reversed, and how much of the user's part is left of the device's volts. */
export interface ReversedCharge extends OpenCharge {
  voltsMicros: Micros
}

/** The reversed charges of one transfer, so of one advertiser, app and Seoul day. */
export interface ReversedGroup {
  transfer: Transfer
  charges: readonly ReversedCharge[]
  advertiser: CustomerId
  publisher: CustomerId
  priceMicros: Micros
  publisherMicros: Micros
  /** The month of the charges has closed, so the publisher's part is taken from what is payable. */
  isAfterClose: boolean
}

export const deviceKey = ({ appId, deviceId }: Pick<OpenCharge, 'appId' | 'deviceId'>): string =>
  `${appId}/${deviceId}`

/** Takes the user's part of each charge from the volts of its device, as long as there are any. Changes `volts`. */
export function takeVolts(charges: readonly OpenCharge[], volts: Map<string, bigint>): ReversedCharge[] {
  return charges.map((charge) => {
    const key = deviceKey(charge)
    const left = volts.get(key) ?? 0n
    const taken = left < charge.userMicros ? left : charge.userMicros
    volts.set(key, left - taken)
    return { ...charge, voltsMicros: micros(taken) }
  })
}

const sumOf = (charges: readonly ReversedCharge[], part: (charge: ReversedCharge) => bigint): Micros =>
  micros(charges.reduce((sum, charge) => sum + part(charge), 0n))

export interface CorrectionTerms {
  /** Names the correction in the keys of its transfers. */
  correctionId: number
  reason: string
  now: Instant
  /** Months that ended by then are closed. */
  closedUntil: Instant
}

/** One transfer for the charges of each transfer that is corrected. */
export function reversalsOf(charges: readonly ReversedCharge[], terms: CorrectionTerms): ReversedGroup[] {
  const { correctionId, reason, now, closedUntil } = terms
  return [...Map.groupBy(charges, (charge) => charge.transferId)].flatMap(([corrects, ofTransfer]) => {
    const [first] = ofTransfer
    if (!first) return []
    const { advertiser, publisher, appId } = first
    const priceMicros = sumOf(ofTransfer, (charge) => charge.priceMicros)
    const publisherMicros = sumOf(ofTransfer, (charge) => charge.publisherMicros)
    const voltsMicros = sumOf(ofTransfer, (charge) => charge.voltsMicros)
    const transfer: Transfer = {
      key: `correction/${correctionId}/${corrects}`,
      kind: 'CORRECTION',
      from: cashOf(advertiser),
      to: [
        [revenueOf(publisher), publisherMicros],
        [voltsOf(appId), voltsMicros],
        [network, micros(priceMicros - publisherMicros - voltsMicros)],
      ],
      isReversed: true,
      ...{ at: now, reason, corrects },
    }
    const isAfterClose = first.receivedAt < closedUntil
    return [
      { transfer, charges: ofTransfer, advertiser, publisher, priceMicros, publisherMicros, isAfterClose },
    ]
  })
}
