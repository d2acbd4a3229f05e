import { expect, test } from 'vitest'
import { assert, unreachable } from './assert.ts'
import { ok, refuse } from './result.ts'

test('a refusal names its code, and a detail only when there is one', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 })
  expect(refuse('NO')).toEqual({ ok: false, error: 'NO' })
  expect(refuse('NO', 'because')).toEqual({ ok: false, error: 'NO', detail: 'because' })
})

test('a failed assertion throws an error that states the claim', () => {
  expect(() => assert(0, 'a charge moves money')).toThrow('Assertion failed: a charge moves money')
  expect(() => unreachable('CPX' as never)).toThrow('"CPX"')
})
