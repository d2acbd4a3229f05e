import { auctionMutants } from './areas/auction.ts'
import { billingMutants } from './areas/billing.ts'
import { deliveryMutants } from './areas/delivery.ts'
import { eventMutants } from './areas/events.ts'
import { ledgerMutants } from './areas/ledger.ts'
import { spendingMutants } from './areas/spending.ts'

/** A bug that the tests must find. */
export interface Mutant {
  file: string
  /** What a user would notice. */
  bug: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  /** The test files that should fail. */
  tests: readonly string[]
}

export const mutants: readonly Mutant[] = [
  ...auctionMutants,
  ...spendingMutants,
  ...eventMutants,
  ...ledgerMutants,
  ...billingMutants,
  ...deliveryMutants,
]
