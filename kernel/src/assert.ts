/** States an invariant. A failure is a bug, so it throws; it is never a response to a caller. */
export function assert(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${claim}`)
}

/** The compiler proves that a switch has covered every case; at run time it throws. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
