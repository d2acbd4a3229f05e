import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { pageRowsMax } from '../../domain/auction/live/changes.ts'

/** Rows applied before waiting requests are served. */
export const sliceRowsMax = 250

export async function inSlices<T>(rows: readonly T[], put: (row: T) => void): Promise<void> {
  for (const [index, row] of rows.entries()) {
    put(row)
    if (index % sliceRowsMax === sliceRowsMax - 1) await nextLoopTurn()
  }
}

/** Fetches and applies pages until one is empty. Two fetches are always under way while a page is applied. */
export async function applyUntilEmpty<T>(
  fetch: () => Promise<T[]>,
  put: (rows: readonly T[]) => Promise<void>,
): Promise<void> {
  const prefetch = () => {
    const page = fetch()
    // If `put` fails first, the failure of this fetch must not become an unhandled rejection.
    page.catch(() => {})
    return page
  }
  let [next, afterNext] = [prefetch(), prefetch()]
  for (let rows = await next; rows.length > 0; rows = await next) {
    next = afterNext
    afterNext = prefetch()
    await put(rows)
  }
  await afterNext
}

/** Reads and applies page by page; the next page is read while this one is applied. */
export async function applyPages<T>(
  read: (after: T | undefined) => Promise<T[]>,
  put: (rows: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let next: Promise<T[]> | undefined = read(undefined); next; ) {
    const rows: T[] = await next
    next = rows.length === pageRowsMax ? read(rows.at(-1)) : undefined
    // If `put` fails first, the failure of this read must not become an unhandled rejection.
    next?.catch(() => {})
    await put(rows)
  }
}
