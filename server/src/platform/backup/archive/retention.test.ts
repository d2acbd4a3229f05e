import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import type { Base } from './base-backup.ts'
import { expiredObjects, isBaseDue } from './retention.ts'

const at = (text: string) => instant(Date.parse(text))

test('a base backup is due once a night, at 03:00 in Seoul', () => {
  expect(isBaseDue(undefined, at('2026-11-16T00:00:00Z'))).toBe(true)
  const base = { startedAt: at('2026-11-15T18:00:01Z') }
  expect(isBaseDue(base, at('2026-11-15T18:30:00Z'))).toBe(false)
  expect(isBaseDue(base, at('2026-11-16T17:59:59Z'))).toBe(false)
  expect(isBaseDue(base, at('2026-11-16T18:00:00Z'))).toBe(true)
})

const base = (day: string, startSegment: string): Base => ({
  ...{ id: `202611${day}T180000Z-abcdef`, startedAt: at(`2026-11-${day}T18:00:00Z`) },
  ...{ finishedAt: at(`2026-11-${day}T18:10:00Z`), startSegment, stopSegment: startSegment },
  ...{ parts: 1, bytes: 1, databaseRecord: '{}' },
})

test('every instant of the last days can be restored, and nothing older is kept', () => {
  const bases = [
    base('01', '000000010000000000000010'),
    base('02', '000000010000000000000020'),
    base('03', '000000020000000000000030'),
  ]
  const objects = bases.map(({ id }) => `base/${id}/manifest`)
  const interrupted = 'base/20261101T170000Z-000000/00000'
  const found = {
    bases,
    baseObjects: [interrupted, ...objects],
    walObjects: [
      'wal/00000002.history',
      'wal/00000001000000000000001F',
      'wal/000000010000000000000020',
      'wal/000000020000000000000011',
    ],
  }
  const now = at('2026-11-05T00:00:00Z')
  expect(expiredObjects(found, { now, days: 2 })).toEqual([
    interrupted,
    objects[0],
    'wal/00000001000000000000001F',
    'wal/000000020000000000000011',
  ])
  expect(expiredObjects(found, { now, days: 14 })).toEqual([interrupted])
})
