import type { Mutant } from '../mutants.ts'

export const ledgerMutants: readonly Mutant[] = []
