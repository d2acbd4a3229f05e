/** A value or a named refusal. Faults are thrown, never returned. */
export type Result<T, E extends string> = { ok: true; value: T } | Refused<E>
export type Refused<E extends string> = { ok: false; error: E; detail?: string }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

/** `detail` is for the caller's developer; the user sees the text of the code. */
export const refuse = <const E extends string>(error: E, detail?: string): Refused<E> =>
  detail === undefined ? { ok: false, error } : { ok: false, error, detail }
