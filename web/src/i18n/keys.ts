import type { en } from './en/index.ts'

/** The shape a language must fill: the same keys as English, any words. Korean has no singular of its own. */
export type Texts<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Texts<T[K]>
}

/** A text that depends on a count is named without `_one` and `_other`. */
type Base<K extends string> = K extends `${infer Name}_one` | `${infer Name}_other` ? Name : K

type Leaf<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${Base<K>}` : Leaf<T[K], `${Path}${K}.`>
}[keyof T & string]

/** Every text of the consoles, as `namespace.part.name`. */
export type TextKey = Leaf<typeof en>

/** A file of texts, the same in every language. */
export type Namespace = keyof typeof en
