import { type Month, micros, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { statementOf } from './statement.ts'

const month = (name: string, creditWon: number, chargedWon: number) => ({
  month: name as Month,
  creditMicros: won(creditWon),
  debitMicros: micros(0n),
  chargeMicros: won(-chargedWon),
  correctionMicros: micros(0n),
  paidMicros: micros(0n),
})

test('each month opens with the closing balance of the month before', () => {
  const statement = statementOf([month('2026-08', 1_000, 300), month('2026-10', 0, 200)])
  expect(statement.map(({ openingMicros, closingMicros }) => [openingMicros, closingMicros])).toEqual([
    [won(0), won(700)],
    [won(700), won(500)],
  ])
  expect(statementOf([])).toEqual([])
})
