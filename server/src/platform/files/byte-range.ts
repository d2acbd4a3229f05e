import type { ByteRange } from './store.ts'

/**
 * The range that a Range header requests of a file of `bytes` bytes. Undefined means the whole file: no header, another
 * unit, or several ranges, which no video player sends. `range-parser` refuses a suffix longer than the file (RFC 9110,
 * 14.1.2: the whole file) and a range that ends before it starts (14.2: ignored).
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
