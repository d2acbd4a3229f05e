import { expect, test } from 'vitest'
import { snippets } from './snippets.ts'

const values = { server: 'https://ads.example', apiKey: 'key', platform: 'AOS', unit: 7 } as const

test('a pasted banner snippet contains the element that it fills', () => {
  const text = snippets.JavaScript({ ...values, product: 'BANNER' })
  const id = /querySelector\('#([\w-]+)'\)/.exec(text)?.[1]
  expect(text).toContain(`<div id="${id}"></div>`)
  expect(text.indexOf('<div')).toBeLessThan(text.indexOf('<script'))
  expect(snippets.JavaScript({ ...values, product: 'VIDEO' })).not.toContain('<div')
})
