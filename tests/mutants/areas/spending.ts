import type { Mutant } from '../mutants.ts'

const afford = {
  file: 'server/src/domain/ad/afford.ts',
  tests: ['server/src/domain/ad/afford.test.ts', 'server/src/domain/ad/spending/limits.test.ts'],
}
const limits = {
  file: 'server/src/domain/ad/spending/limits.ts',
  tests: ['server/src/domain/ad/spending/limits.test.ts', 'tests/billing/rules.test.ts'],
}
const complete = {
  file: 'server/src/domain/ad/spending/complete.ts',
  tests: ['server/src/domain/ad/spending/complete.test.ts', 'tests/billing/rules.test.ts'],
}
const spendingDay = {
  file: 'server/src/domain/ad/spending/spending-day.ts',
  tests: ['server/src/domain/ad/spending/spending-day.test.ts'],
}
const money = { file: 'kernel/src/money.ts', tests: ['kernel/src/money.test.ts'] }
const window = {
  file: 'server/src/domain/payout/window.ts',
  tests: ['server/src/console/features/payout/routes.test.ts'],
}

export const spendingMutants: readonly Mutant[] = [
  {
    ...afford,
    bug: 'an amount that is exactly enough does not suffice',
    from: '  remaining >= price\n',
    to: '  remaining > price\n',
  },
  {
    ...afford,
    bug: 'cash is not a limit',
    from: "const everyLimit: readonly Limit[] = ['ad', 'campaign', 'cash', 'day']",
    to: "const everyLimit: readonly Limit[] = ['ad', 'campaign', 'day']",
  },
  {
    ...afford,
    bug: 'the day limit is not a limit',
    from: "const everyLimit: readonly Limit[] = ['ad', 'campaign', 'cash', 'day']",
    to: "const everyLimit: readonly Limit[] = ['ad', 'campaign', 'cash']",
  },
  {
    ...afford,
    bug: 'one impression costs the price of a thousand',
    from: "billingType === 'CPM' ? 1_000 : 1_000_000\n",
    to: 'billingType ? 1_000_000 : 1_000_000\n',
  },
  {
    ...afford,
    bug: 'the SQL of what remains ignores the campaign',
    from: 'c.budget_micros - c.spent_micros, cash.balance_micros)`',
    to: 'cash.balance_micros)`',
  },
  {
    ...limits,
    bug: 'earlier charges of the batch do not count against the ad limit',
    from: 'ad: micros(ad.budgetLimitMicros - ad.spentMicros - (this.#byAd.get(ad.id) ?? 0n)),',
    to: 'ad: micros(ad.budgetLimitMicros - ad.spentMicros),',
  },
  {
    ...limits,
    bug: 'earlier charges of the batch do not count against the cash',
    from: '(this.#funds.cashMicros.get(ad.advertiser) ?? 0n) - (this.#byAdvertiser.get(ad.advertiser) ?? 0n),',
    to: 'this.#funds.cashMicros.get(ad.advertiser) ?? 0n,',
  },
  {
    ...limits,
    bug: 'earlier charges of the batch do not count against the campaign',
    from: 'campaign.budgetMicros - campaign.spentMicros - (this.#byCampaign.get(campaign.id) ?? 0n),',
    to: 'campaign.budgetMicros - campaign.spentMicros,',
  },
  {
    ...limits,
    bug: 'the day is not charged',
    from: 'day.spentMicros = micros(day.spentMicros + priceMicros)',
    to: '',
  },
  {
    ...limits,
    bug: 'an ad is complete one event too late',
    from: '!covers(remainingMicros, leastCharge(ad))',
    to: 'remainingMicros <= 0n',
  },
  {
    ...complete,
    bug: 'a campaign is complete although another ad can still spend',
    from: 'ads.every((ad) => isUsedUp(remainingMicros, ad))',
    to: 'ads.some((ad) => isUsedUp(remainingMicros, ad))',
  },
  {
    ...complete,
    bug: 'only running ads of a used-up campaign are completed',
    from: "where open_ad.status <> 'COMPLETE'",
    to: "where open_ad.status = 'INPROGRESS'",
  },
  {
    ...complete,
    bug: 'the SQL completes a campaign while it covers the largest least charge',
    from: 'c.spent_micros < min(',
    to: 'c.spent_micros < max(',
  },
  {
    ...spendingDay,
    bug: 'a day ends one instant too late',
    from: 'day.startsAt <= at && at < day.endsAt)',
    to: 'day.startsAt <= at && at <= day.endsAt)',
  },
  {
    ...spendingDay,
    bug: 'a change of zone ends the running day at once',
    from: 'endsAt: nextMidnight(current.endsAt, change.to) }]',
    to: 'endsAt: nextMidnight(change.at, change.to) }]',
  },
  {
    ...spendingDay,
    bug: 'a zone change that ends at midnight gains a day',
    from: 'return midnight === at ? at : startOfDay(addDays(today, 1), zone)',
    to: 'return startOfDay(addDays(today, 1), zone)',
  },
  {
    ...money,
    bug: 'the remainder of a charge is lost',
    from: 'network: micros(price - user - publisher) }',
    to: 'network: part(networkShare) }',
  },
  {
    ...money,
    bug: 'the user gets 11 %',
    from: 'export const userShare = 100_000 as Millionths',
    to: 'export const userShare = 110_000 as Millionths',
  },
  {
    ...money,
    bug: 'a payout is rounded up',
    from: 'wholeWon(Number(amount / microsPerWon))\n\nexport const wonOfBig',
    to: 'wholeWon(Number((amount + microsPerWon - 1n) / microsPerWon))\n\nexport const wonOfBig',
  },
  {
    ...money,
    bug: 'small amounts lose their leading zeros',
    from: "toString().padStart(6, '0')",
    to: 'toString()',
  },
  {
    ...window,
    bug: 'the payout window closes a day early',
    from: 'dayOfMonth <= limits.payoutWindowLastDay,',
    to: 'dayOfMonth < limits.payoutWindowLastDay,',
  },
  {
    ...window,
    bug: 'the payout window follows UTC',
    from: 'const local = localTime(now, seoul)',
    to: "const local = localTime(now, 'UTC' as typeof seoul)",
  },
]
