const sliceMs = 500

/**
 * Calls `onLate` after `msMax` of running time; the returned function cancels it. A process that was paused or busy for a
 * while has not read what arrived meanwhile, so a pause counts as one slice at most, and what has arrived is read first.
 */
export function deadline(msMax: number, onLate: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let immediate: NodeJS.Immediate | undefined
  let leftMs = msMax
  const next = () => {
    const ms = Math.min(sliceMs, leftMs)
    leftMs -= ms
    timer = setTimeout(() => {
      if (leftMs > 0) next()
      else immediate = setImmediate(onLate)
    }, ms)
  }
  next()
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}
