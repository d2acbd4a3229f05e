import type { Mutant } from '../mutants.ts'

const ledger = {
  file: 'server/src/domain/ledger/ledger.ts',
  tests: ['server/src/domain/ledger/ledger.test.ts', 'tests/billing/one-won.test.ts'],
}
const unfolded = { ...ledger, file: 'server/src/domain/ledger/unfolded.ts' }
const proof = {
  file: 'server/src/domain/ledger/proof.ts',
  tests: ['server/src/domain/ledger/proof.test.ts'],
}
const volts = { ...proof, file: 'server/src/domain/ledger/device-volts.ts' }
const charges = {
  file: 'server/src/domain/events/charges.ts',
  tests: ['tests/billing/rules.test.ts', 'tests/simulation/simulation.test.ts'],
}

export const ledgerMutants: readonly Mutant[] = [
  {
    ...ledger,
    bug: 'a replayed transfer is posted again',
    from: '.filter((transfer) => transferIds.has(transfer.key))\n',
    to: '',
  },
  {
    ...ledger,
    bug: 'a transfer creates money',
    from: 'const sides = [[transfer.from, micros(-total)] as const, ...shares]',
    to: 'const sides = [[transfer.from, micros(1n - total)] as const, ...shares]',
  },
  {
    ...ledger,
    bug: 'a negative share is posted',
    from: 'shares.every(([, amountMicros]) => amountMicros > 0n),',
    to: 'shares.length > 0,',
  },
  {
    ...ledger,
    bug: 'balances are not updated',
    from: '  await addToBalances(tx, changes.direct, isCorrection)\n',
    to: '',
  },
  {
    ...ledger,
    bug: 'credits of many batches are lost',
    from: '  await insertUnfolded(tx, changes.inserted, now)\n',
    to: '',
  },
  {
    ...ledger,
    bug: 'a payout does not fold the account that it takes from',
    from: 'if (isForMany && amount <= 0n) changes.folded.push(id)',
    to: '',
  },
  {
    ...unfolded,
    bug: 'a fold leaves what it has added',
    from: 'delete from ledger_unfolded where account_id = any(',
    to: 'select account_id, amount_micros from ledger_unfolded where account_id = any(',
  },
  {
    ...volts,
    bug: "a device's second credit replaces the first",
    from: 'set balance_micros = known.balance_micros + excluded.balance_micros',
    to: 'set balance_micros = excluded.balance_micros',
  },
  {
    ...volts,
    bug: 'volts are read from one partition only',
    from: 'select coalesce(sum(balance_micros), 0)::bigint as balance_micros',
    to: 'select coalesce(max(balance_micros), 0)::bigint as balance_micros',
  },
  {
    ...proof,
    bug: 'the proof ignores wrong balances',
    from: '  proof.wrongBalances === 0 &&\n',
    to: '',
  },
  {
    ...proof,
    bug: 'the proof ignores charges that differ from their transfer',
    from: '  proof.wrongCharges === 0 &&\n',
    to: '',
  },
  {
    ...proof,
    bug: 'the proof ignores unbalanced transfers',
    from: '  proof.unbalancedTransfers === 0 &&\n',
    to: '',
  },
  {
    ...charges,
    bug: 'the user share is credited to the network',
    from: '[voltsOf(appId), micros(this.#user)],',
    to: '[network, micros(this.#user)],',
  },
  {
    ...charges,
    bug: 'two days are moved by one transfer',
    from: 'Math.floor(at / day)',
    to: 'Math.floor(at / day / 1_000)',
  },
  {
    ...charges,
    bug: 'every batch has the same key',
    from: ', batchKey }: ChargeInput)',
    to: ' }: ChargeInput, batchKey = 0)',
  },
]
