import { type Finding, isCode, isTest } from './files.ts'

// Assembled from parts, so that this file does not match itself.
const directive = (name: string) => `@ts-${name}`
const suppression = `biome-${'ignore'}.*noExplicitAny`
const inTests = [directive('ignore'), directive('nocheck'), suppression].join('|')
const inProgram = `${inTests}|${directive('expect-error')}`

/** A column has the type that the migrations give it. */
const columnCast = /\brow\??\.\w+ as \w/

/**
 * No column of a row is cast. No comment switches the compiler off, or the rule against `any`, which Biome checks. A test
 * may expect an error, to prove that the compiler refuses something.
 */
export function findEscapes(file: string, text: string): Finding[] {
  if (!isCode(file)) return []
  const switchedOff = new RegExp(isTest(file) ? inTests : inProgram)
  return text.split('\n').flatMap((line, index) => {
    const comment = switchedOff.exec(line)?.[0]
    if (comment) return [`${file}:${index + 1} switches a type check off with ${comment}`]
    return columnCast.test(line) ? [`${file}:${index + 1} casts a column of a row`] : []
  })
}
