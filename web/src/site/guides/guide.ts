import type { Words } from '../language.ts'

export type FigureName = 'parting-line' | 'auction' | 'formats' | 'calendar' | 'limits' | 'loop'

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; points: readonly string[] }
  | { kind: 'figure'; figure: FigureName; labels: readonly string[]; caption: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }

export interface Guide {
  title: string
  subtitle: string
  reader: string
  /** Each starts on a new page. */
  sections: readonly { heading: string; blocks: readonly Block[] }[]
  closing: string
}

export type Guides = Words<Guide>

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const list = (...points: string[]): Block => ({ kind: 'list', points })
export const table = (head: readonly string[], ...rows: (readonly string[])[]): Block => ({
  kind: 'table',
  head,
  rows,
})
export const figure = (name: FigureName, caption: string, ...labels: string[]): Block => ({
  kind: 'figure',
  figure: name,
  labels,
  caption,
})
