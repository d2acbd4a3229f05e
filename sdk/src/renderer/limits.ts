const retryMs = 1_000

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Rejects if the work takes longer. */
export function limited<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No result within ${ms} ms.`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Tries once more if the first try fails. */
export const twice = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch {
    await wait(retryMs)
    return work()
  }
}
