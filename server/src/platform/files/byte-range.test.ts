import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=5-2', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['bytes=3-500', { first: 3, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-400', { first: 0, last: 9 }],
  ['bytes=-0', 'UNSATISFIABLE'],
  ['bytes=10-', 'UNSATISFIABLE'],
  ['bytes=999999999999999-', 'UNSATISFIABLE'],
])('for a file of ten bytes the header %j requests %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range)
})
