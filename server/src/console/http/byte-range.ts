import type { ByteRange } from '../../platform/files/store.ts'

/**
 * What a Range header asks of a file of so many bytes. Undefined means all of it: for no header, one in another
 * unit, or several ranges at once, which nobody who plays a video sends.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'UNSATISFIABLE' | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, from = '', to = ''] = found ?? []
  if (!found || (from === '' && to === '')) return undefined
  if (from === '') {
    const count = Math.min(Number(to), bytes)
    return count === 0 ? 'UNSATISFIABLE' : { first: bytes - count, last: bytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first >= bytes ? 'UNSATISFIABLE' : { first, last }
}
