import type { en } from './en/index.ts'

/** The shape a language must fill: the same keys as English, any words. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> }

type Leaf<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaf<T[K], `${Path}${K}.`>
}[keyof T & string]

/** Every text of the consoles, as `namespace.part.name`. */
export type TextKey = Leaf<typeof en>
