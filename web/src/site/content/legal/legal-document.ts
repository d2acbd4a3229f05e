/** One clause: paragraphs, then an optional list. */
export interface Clause {
  heading: string
  paragraphs: readonly string[]
  list?: readonly string[]
}

export interface LegalDocument {
  title: string
  description: string
  effective: string
  intro: string
  clauses: readonly Clause[]
}
