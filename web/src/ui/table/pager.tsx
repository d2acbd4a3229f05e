import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.ts'

/** The pages of the block around `page`, and the pages that lie before and after the block. */
export function blockOf(page: number, rowCount: number) {
  const pages = Math.max(1, Math.ceil(rowCount / limits.rowsPerPage))
  const current = Math.min(Math.max(1, page), pages)
  const first = Math.floor((current - 1) / limits.pagesPerBlock) * limits.pagesPerBlock + 1
  const last = Math.min(pages, first + limits.pagesPerBlock - 1)
  return {
    current,
    shown: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    before: first > 1 ? first - 1 : null,
    after: last < pages ? last + 1 : null,
  }
}

/** A page that has lost its rows, or never had any, gives way to the last one that has some. `goTo` replaces it. */
export function useLastPage(
  answer: { rows: readonly unknown[] | undefined; rowCount: number | undefined },
  goTo: (page: number) => void,
): void {
  const { rows, rowCount = 0 } = answer
  const last = rows?.length === 0 && rowCount > 0 ? Math.ceil(rowCount / limits.rowsPerPage) : null
  const latest = useRef(goTo)
  latest.current = goTo
  useEffect(() => {
    if (last !== null) latest.current(last)
  }, [last])
}

/** Ten rows a page, ten pages a block. */
export function Pager(props: { page: number; rowCount: number; onPage: (page: number) => void }) {
  const { t, number } = useI18n()
  if (props.rowCount === 0) return null
  const { current, shown, before, after } = blockOf(props.page, props.rowCount)
  const from = (current - 1) * limits.rowsPerPage + 1
  const to = Math.min(props.rowCount, current * limits.rowsPerPage)
  const step = (target: number | null, label: string, icon: React.ReactNode) => (
    <button
      type="button"
      className="pager-page"
      aria-label={label}
      disabled={target === null}
      onClick={() => target !== null && props.onPage(target)}
    >
      {icon}
    </button>
  )
  return (
    <nav className="pager" aria-label={t('ui.pager.label')}>
      <span className="pager-range">
        {t('ui.pager.range', { from: number(from), to: number(to), all: number(props.rowCount) })}
      </span>
      {step(before, t('ui.pager.previous'), <IconChevronLeft size={16} aria-hidden="true" />)}
      {shown.map((page) => (
        <button
          key={page}
          type="button"
          className="pager-page"
          aria-label={t('ui.pager.page', { page })}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => props.onPage(page)}
        >
          {page}
        </button>
      ))}
      {step(after, t('ui.pager.next'), <IconChevronRight size={16} aria-hidden="true" />)}
    </nav>
  )
}
