import { test } from 'vitest'
import { expectNoticed } from './notice-fault.ts'
import { faultsOfMoney } from './planted-faults.ts'

test.each(Object.entries(faultsOfMoney))('the simulation notices a program that %s', (_, plant) =>
  expectNoticed(plant),
)
