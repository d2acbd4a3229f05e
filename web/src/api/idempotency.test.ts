import { creditCash } from '@voltline/contract'
import { expect, test } from 'vitest'
import { CallTrouble, troubleOf } from './client.ts'
import { isOutcomeUnknown, mayBeRetried, newIdempotencyKey } from './idempotency.ts'

function failed(status: number, code = 'UNKNOWN'): CallTrouble {
  const trouble = troubleOf(status, { error: code }, '')
  if (!trouble) throw new Error('A failed call has a trouble.')
  return new CallTrouble(creditCash, trouble)
}

test('a key is new each time and has only characters that a header allows', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})

test('the key stays after a failure without an answer or with one that is not kept, and changes after every other', () => {
  const staying = [0, 429, 500, 502, 503].map((status) => mayBeRetried(failed(status)))
  expect(staying).toEqual([true, true, true, true, true])
  const changing = [200, 400, 401, 403, 409].map((status) => mayBeRetried(failed(status)))
  expect(changing).toEqual([false, false, false, false, false])
})

test('only a call that may have arrived is sent again by itself', () => {
  expect([0, 502, 503, 504].every((status) => isOutcomeUnknown(failed(status)))).toBe(true)
  expect([200, 400, 409, 429, 500].some((status) => isOutcomeUnknown(failed(status)))).toBe(false)
})
