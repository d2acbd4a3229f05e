import { reasons } from '@voltline/contract'
import { expect, test } from 'vitest'
import { en } from './en/index.ts'
import { ko } from './ko/index.ts'

test('every reason of the contract, and no other, has its texts in both languages', () => {
  for (const texts of [en.reasons, ko.reasons]) {
    for (const ofReasons of [texts.name, texts.change, texts.noFill]) {
      expect(Object.keys(ofReasons).sort()).toEqual([...reasons].sort())
    }
  }
})
