import { expect, test } from 'vitest'
import { ko } from './ko/index.ts'

/** The Korean term of each concept, and the words that once stood beside it. */
const others: Record<string, readonly string[]> = {
  Android: ['안드로이드'],
  리워드: ['보상'],
  액션: ['행동'],
  지출: ['광고비', '집행 금액'],
  심사: ['검토'],
  이미지: ['그림'],
  '필레이트(Fill rate)': ['채움률'],
  '보안 확인': ['사람 확인'],
  '백그라운드 작업': ['작업기'],
  '조사를 처리한 문장': ['을(를)', '이(가)', '(으)로'],
}

const textsOf = (node: unknown): string[] =>
  typeof node === 'string' ? [node] : Object.values(node as object).flatMap(textsOf)

test.each(Object.entries(others))('Korean texts say %s and no other word for it', (_, words) => {
  const wrong = textsOf(ko).filter((text) => words.some((word) => text.includes(word)))
  expect(wrong).toEqual([])
})
