import { readFile, stat } from 'node:fs/promises'
import { second } from '@voltline/kernel'
import ipaddr from 'ipaddr.js'
import type { Log } from '../../platform/log.ts'

const checkMs = 10 * second

interface Range {
  first: bigint
  last: bigint
}

const numberOf = (bytes: readonly number[]): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** Sorted and merged, so that one binary search finds the only range that can hold an address. */
function merged(ranges: Range[]): Range[] {
  ranges.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0))
  const result: Range[] = []
  for (const range of ranges) {
    const before = result.at(-1)
    if (before && range.first <= before.last) {
      if (range.last > before.last) before.last = range.last
    } else result.push({ ...range })
  }
  return result
}

function isWithin(ranges: readonly Range[], address: bigint): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (!range) return false
    if (address < range.first) high = middle - 1
    else if (address > range.last) low = middle + 1
    else return true
  }
  return false
}

interface Ranges {
  v4: Range[]
  v6: Range[]
  /** Lines that are neither a range nor empty nor a comment. */
  bad: number
}

/** One CIDR range or address a line; a comment begins with #. */
export function parseRanges(text: string): Ranges {
  const ranges: Ranges = { v4: [], v6: [], bad: 0 }
  for (const line of text.split('\n')) {
    const entry = line.split('#', 1)[0]?.trim() ?? ''
    if (entry === '') continue
    try {
      const [address, bits] = ipaddr.parseCIDR(
        entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`,
      )
      const bytes = address.toByteArray()
      const size = 1n << BigInt(bytes.length * 8 - bits)
      const first = (numberOf(bytes) / size) * size
      ;(bytes.length === 4 ? ranges.v4 : ranges.v6).push({ first, last: first + size - 1n })
    } catch {
      ranges.bad++
    }
  }
  return { v4: merged(ranges.v4), v6: merged(ranges.v6), bad: ranges.bad }
}

/** The hosting ranges of the file that DATACENTER_RANGES names. A file that cannot be read leaves the last ranges. */
export class DataCenters {
  readonly #file: string
  readonly #log: Pick<Log, 'info' | 'warn'>
  #ranges: Ranges = { v4: [], v6: [], bad: 0 }
  #version = ''
  #checkedMs = Number.NEGATIVE_INFINITY

  constructor(file: string, log: Pick<Log, 'info' | 'warn'>) {
    this.#file = file
    this.#log = log
  }

  has(address: string): boolean {
    const { v4, v6 } = this.#ranges
    if ((v4.length === 0 && v6.length === 0) || !ipaddr.isValid(address)) return false
    const bytes = ipaddr.process(address).toByteArray()
    return isWithin(bytes.length === 4 ? v4 : v6, numberOf(bytes))
  }

  /** Cheap; called every second. */
  async refresh(): Promise<void> {
    if (this.#file === '' || performance.now() - this.#checkedMs < checkMs) return
    this.#checkedMs = performance.now()
    try {
      const { mtimeMs, size } = await stat(this.#file)
      const version = `${mtimeMs} ${size}`
      if (version === this.#version) return
      this.#ranges = parseRanges(await readFile(this.#file, 'utf8'))
      this.#version = version
      const { v4, v6, bad } = this.#ranges
      this.#log.info({ v4: v4.length, v6: v6.length, bad }, 'the ranges of data centers were read')
    } catch (fault) {
      this.#log.warn({ err: fault }, 'DATACENTER_RANGES could not be read')
    }
  }
}
