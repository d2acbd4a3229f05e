import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** How many requirements of ASVS 5.0.0 each section has in levels 1 and 2; they come first in every section. */
const requirementsOf: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}

const idsOf = (section: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`)

/** Rows that begin with an id, a list of ids, or the first and last of a section: `4.4.1–4`. */
function itemsOf(page: string): { ids: string[]; state: string }[] {
  return [...page.matchAll(/^\| (\d+\.\d+\.\d+[^|]*)\|[^|]*\|([^|]*)\|$/gm)].map(
    ([, first = '', state = '']) => {
      const [, section = '', last] = /^(\d+\.\d+)\.1–(\d+)$/.exec(first.trim()) ?? []
      return { ids: last ? idsOf(section, Number(last)) : first.trim().split(', '), state: state.trim() }
    },
  )
}

describe('docs/security.md', () => {
  const items = itemsOf(readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8'))

  test('lists every requirement of levels 1 and 2 once', () => {
    const wanted = Object.entries(requirementsOf).flatMap(([section, count]) => idsOf(section, count))
    expect(wanted).toHaveLength(253)
    expect(items.flatMap(({ ids }) => ids)).toEqual(wanted)
  })

  test('says of each whether it is met, not applicable or open', () => {
    const states = /^(met($|: )|not applicable: |open($|: ))/
    expect(items.filter(({ state }) => !states.test(state))).toEqual([])
  })
})
