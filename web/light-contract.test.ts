import { expect, test } from 'vitest'
import { lightModule } from './light-contract.ts'

test('a call keeps its address and loses its schemas', () => {
  const code =
    "export const add = call('POST', 'ad/add', { who: 'A', input: z.object({ a: Id }), multipart: true })"
  expect(lightModule(code)).toBe(
    "export const add = /*#__PURE__*/ (() => (call('POST', 'ad/add', { who: 'A', multipart: true })))()",
  )
})

test('constants that compute something can be left out, others stay as they are', () => {
  expect(lightModule('const Name = z.string().max(3)')).toBe(
    'const Name = /*#__PURE__*/ (() => (z.string().max(3)))()',
  )
  const plain = 'export const limits = { nameMax: 255 }\nexport const isDay = (text) => pattern.test(text)'
  expect(lightModule(plain)).toBe(plain)
})

test('an address without a maker loses its schemas too', () => {
  expect(lightModule("export const visit = { path: '/v', output: z.object({}) }")).toBe(
    "export const visit = /*#__PURE__*/ (() => ({ path: '/v' }))()",
  )
})
