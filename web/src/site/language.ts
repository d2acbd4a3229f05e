import { type Language, languages } from '@voltline/contract'

export type { Language }
export const siteLanguages = languages

/** A text in every language. One that is missing in a language does not compile. */
export type Words<T> = Readonly<Record<Language, T>>
