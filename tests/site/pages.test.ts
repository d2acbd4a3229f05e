import { limits, sitePaths } from '@voltline/contract'
import { expect, test } from 'vitest'
import { headerBorderPx } from '../../web/src/site/client/limits.ts'
import { pages as testedPages } from './site.ts'

test('every public page is tested', () => {
  expect([...testedPages].sort()).toEqual([...sitePaths].sort())
})

test('CONST-16 the public pages have the same limits as the contract', () => {
  expect(headerBorderPx).toBe(limits.headerBorderPx)
})
