import { type Micros, micros, noMoney } from '@voltline/kernel'
import type { MonthMoves } from './customers-store.ts'

export interface StatementMonth extends MonthMoves {
  opening: Micros
  closing: Micros
}

/** Every month closes with what the next one opens with. */
export function statementOf(moves: readonly MonthMoves[]): StatementMonth[] {
  let opening = noMoney
  return moves.map((month) => {
    const closing = micros(opening + month.credit + month.charge + month.correction + month.paid)
    const row = { ...month, opening, closing }
    opening = closing
    return row
  })
}
