import { expect, test } from 'vitest'
import { blockOf } from './pager.tsx'

test('CONST-27 ten pages stand in a block', () => {
  const first = blockOf(1, 213)
  expect(first.shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(first).toMatchObject({ before: null, after: 11 })
  const second = blockOf(12, 213)
  expect(second.shown).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  expect(second).toMatchObject({ before: 10, after: 21 })
  expect(blockOf(21, 213)).toMatchObject({ shown: [21, 22], before: 20, after: null })
})

test('CONST-27 the eleventh row begins a second page', () => {
  expect(blockOf(1, 10).shown).toEqual([1])
  expect(blockOf(1, 11).shown).toEqual([1, 2])
})

test('a page beyond the end shows the last block', () => {
  expect(blockOf(99, 13)).toMatchObject({ current: 2, shown: [1, 2] })
})
