import { limits } from '@voltline/contract'
import { expect, test } from 'vitest'
import { sitePages as servedPages } from '../../server/src/console/http/site.ts'
import { headerBorderPx } from '../../web/src/site/client/limits.ts'
import { sitePages as builtPages } from '../../web/src/site/pages.tsx'
import { pages as testedPages } from './site.ts'

test('the pages that are built, served and tested are the same', () => {
  expect(Object.fromEntries(builtPages.map(({ path, name }) => [path, name]))).toEqual(servedPages)
  expect([...testedPages].sort()).toEqual(Object.keys(servedPages).sort())
})

test('CONST-16 the public pages know the same limits as the contract', () => {
  expect(headerBorderPx).toBe(limits.headerBorderPx)
})
