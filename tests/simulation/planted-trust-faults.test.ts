import { test } from 'vitest'
import { expectNoticed } from './notice-fault.ts'
import { faultsOfTrust } from './planted-faults.ts'

test.each(Object.entries(faultsOfTrust))('the simulation notices a program that %s', (_, plant) =>
  expectNoticed(plant),
)
