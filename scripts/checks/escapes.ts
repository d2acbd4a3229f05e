import { type Finding, isCode } from './files.ts'

// Assembled from parts, so that this file does not match itself.
const directives = ['ignore', 'nocheck', 'expect-error'].map((name) => `@ts-${name}`)
const suppression = `biome-${'ignore'}`
const switchedOff = new RegExp(`${directives.join('|')}|${suppression}.*noExplicitAny`)

/** No comment switches the compiler off, or the rule against `any`, which Biome checks. */
export function findEscapes(file: string, text: string): Finding[] {
  if (!isCode(file)) return []
  return text.split('\n').flatMap((line, index) => {
    const comment = switchedOff.exec(line)?.[0]
    return comment ? [`${file}:${index + 1} switches a type check off with ${comment}`] : []
  })
}
