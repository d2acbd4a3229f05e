import { limits } from '@voltline/contract'
import { useSearchParams } from 'react-router'

function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('pageNo') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= limits.pageNoMax ? page : 1
}

/** Tab, search words and page number of a queue, kept in the URL. Without them: the first tab, no words, page 1. */
export function useQueue<V extends string>(values: readonly [V, ...V[]]) {
  const [query, setQuery] = useSearchParams()
  const change = (changes: Record<string, string>) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace: true },
    )
  return {
    tab: values.find((value) => value === query.get('tab')) ?? values[0],
    words: query.get('words') ?? '',
    pageNo: pageIn(query),
    query,
    change,
    setTab: (tab: V) => change({ tab: tab === values[0] ? '' : tab, pageNo: '', request: '' }),
    setWords: (words: string) => change({ words, pageNo: '' }),
    setPage: (page: number) => change({ pageNo: page === 1 ? '' : String(page) }),
  }
}

export type Queue<V extends string> = ReturnType<typeof useQueue<V>>
