import type { Mutant } from '../mutants.ts'

const counting = {
  file: 'server/src/domain/events/counting.ts',
  tests: ['server/src/domain/events/counting.test.ts', 'tests/billing/rules.test.ts'],
}
const life = {
  file: 'server/src/domain/events/offer-life.ts',
  tests: ['server/src/domain/events/offer-life.test.ts'],
}
const charges = {
  file: 'server/src/domain/events/charges.ts',
  tests: ['tests/billing/rules.test.ts', 'tests/simulation/simulation.test.ts'],
}

export const eventMutants: readonly Mutant[] = [
  {
    ...counting,
    bug: 'a repeated event counts again',
    from: 'if (this.#countedAt.has(eventKey(event))) return\n',
    to: '',
  },
  {
    ...counting,
    bug: 'a second install counts after six days',
    from: 'const installsApartMs = 7 * day',
    to: 'const installsApartMs = 6 * day',
  },
  {
    ...counting,
    bug: 'a second install does not count after eight days',
    from: 'const installsApartMs = 7 * day',
    to: 'const installsApartMs = 9 * day',
  },
  {
    ...counting,
    bug: 'a click counts without its impression',
    from: "  CLICK: 'IMPRESSION',\n",
    to: '  CLICK: undefined,\n',
  },
  {
    ...counting,
    bug: 'a watch counts without its impression',
    from: "  WATCH: 'IMPRESSION',\n",
    to: '  WATCH: undefined,\n',
  },
  {
    ...counting,
    bug: 'an install counts without its click',
    from: "  INSTALL: 'CLICK',\n",
    to: "  INSTALL: 'IMPRESSION',\n",
  },
  {
    ...counting,
    bug: 'an action counts without its click',
    from: "  ACTION: 'CLICK',\n",
    to: '  ACTION: undefined,\n',
  },
  {
    ...counting,
    bug: 'a click waits for an hour',
    from: 'export const waitMsMax = 10 * minute',
    to: 'export const waitMsMax = 60 * minute',
  },
  {
    ...counting,
    bug: 'a click that waited too long counts',
    from: 'else if (requiredAt > event.receivedAt + waitMsMax) this.#reject(event, reasonForMissing(event.action))\n',
    to: '',
  },
  {
    ...counting,
    bug: 'a waiting event is not taken when its impression arrives',
    from: '    this.#takeWaiting(event)\n',
    to: '',
  },
  {
    ...counting,
    bug: 'an event of an unknown unit counts',
    from: "else if (!this.#input.media.has(event.mediumId)) this.#reject(event, 'unknown_medium')\n",
    to: '',
  },
  {
    ...counting,
    bug: 'every counted event is charged',
    from: 'const chargedMicros = isBillable ? this.#input.charge(ad, event) : noMoney',
    to: 'const chargedMicros = this.#input.charge(ad, event)',
  },
  {
    ...life,
    bug: 'an expired offer is accepted for another second',
    from: 'return ageMs <= lifeMs[action] &&',
    to: 'return ageMs <= lifeMs[action] + 1_000 &&',
  },
  {
    ...life,
    bug: 'an impression is accepted for an hour',
    from: '  IMPRESSION: sdkLimits.impressionLifeMs,',
    to: '  IMPRESSION: sdkLimits.clickLifeMs,',
  },
  {
    ...life,
    bug: "a click id's week begins with the offer",
    from: 'now - click.issuedAt - click.clickedAfterMs <= sdkLimits.clickIdLifeMs',
    to: 'now - click.issuedAt <= sdkLimits.clickIdLifeMs',
  },
  {
    ...charges,
    bug: 'unpaid delivery is not counted',
    from: "adRollups.count(adId, receivedAt, 'unpaid')",
    to: '',
  },
  {
    ...charges,
    bug: "the publisher's report shows the whole price as revenue",
    from: 'mediumRollups.pay(mediumId, receivedAt, shares.publisher)',
    to: 'mediumRollups.pay(mediumId, receivedAt, chargedMicros)',
  },
  {
    ...charges,
    bug: 'a click is counted as an impression',
    from: "  CLICK: 'clicks',\n",
    to: "  CLICK: 'impressions',\n",
  },
  {
    ...charges,
    bug: 'events that could not be charged count as billed',
    from: 'if (chargedMicros > 0n) addition.billed += 1',
    to: 'if (isBillable) addition.billed += 1',
  },
]
