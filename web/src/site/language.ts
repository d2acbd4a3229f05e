import { type Language, languages } from '@voltline/contract'

export type { Language }
export const siteLanguages = languages

/** The same words in every language: a text that is missing in one does not compile. */
export type Words<T> = Readonly<Record<Language, T>>
