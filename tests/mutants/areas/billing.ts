import type { Mutant } from '../mutants.ts'

const batch = {
  file: 'server/src/billing/batch.ts',
  tests: ['tests/billing/batch.test.ts', 'tests/billing/rules.test.ts', 'tests/billing/processes.test.ts'],
}

export const billingMutants: readonly Mutant[] = [
  {
    ...batch,
    bug: 'a process that was paused goes on billing',
    from: 'state.fence === held.fence && state.major',
    to: 'state.major',
  },
  {
    ...batch,
    bug: 'the position of a batch is not saved',
    from: '  await savePartition(tx, moved)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'counted events are forgotten',
    from: '  await saveCounted(tx, counter.counted)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'spent sums are not saved',
    from: '  await saveSpending(tx, limits)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'used-up ads stay open',
    from: '  await completeAds(tx, { usedUpAds: limits.usedUpAds, campaigns }, now)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'installs are forgotten between batches',
    from: '  await saveInstalls(tx, counter.installs)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'waiting events are lost at the end of a batch',
    from: '  await saveWaiting(tx, partition, counter)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'events of earlier batches are not looked up',
    from: 'const counted = await readCounted(tx, all)',
    to: 'const counted = await readCounted(tx, [])',
  },
  {
    ...batch,
    bug: 'the spending of the day before this batch is ignored',
    from: 'await readSpentDays(tx, billableDays(all, funds))',
    to: '[]',
  },
  {
    ...batch,
    bug: 'reports of advertisers are not written',
    from: '  await writeAdRollups(tx, charges.adRollups)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'reports of publishers are not written',
    from: '  await addMediumRollups(tx, charges.mediumRollups, now)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'invalid events are not counted',
    from: '  await saveInvalid(tx, counter.invalid, now)\n',
    to: '',
  },
  {
    ...batch,
    bug: 'events that waited too long wait for ever',
    from: 'await saveInvalid(tx, await expireWaiting(tx, partition.partition, billedUntil), now)',
    to: '',
  },
]
