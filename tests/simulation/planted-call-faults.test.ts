import { test } from 'vitest'
import { expectNoticed } from './notice-fault.ts'
import { faultsOfCalls } from './planted-faults.ts'

test.each(Object.entries(faultsOfCalls))('the simulation notices a program that %s', (_, plant) =>
  expectNoticed(plant),
)
