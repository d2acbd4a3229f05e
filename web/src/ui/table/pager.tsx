import { Pagination } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './pager.module.css'

/** The pages of the block around `page`, and the pages that lie before and after the block. */
export function blockOf(page: number, rowCount: number) {
  const pages = Math.max(1, Math.ceil(rowCount / limits.rowsPerPage))
  const current = Math.min(Math.max(1, page), pages)
  const first = Math.floor((current - 1) / limits.pagesPerBlock) * limits.pagesPerBlock + 1
  const last = Math.min(pages, first + limits.pagesPerBlock - 1)
  return {
    current,
    pages,
    shown: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    before: first > 1 ? first - 1 : null,
    after: last < pages ? last + 1 : null,
  }
}

/** Goes to the last page that has rows when the current page has none. `goTo` replaces the address. */
export function useLastPage(
  page: { rows: readonly unknown[] | undefined; rowCount: number | undefined },
  goTo: (page: number) => void,
): void {
  const { rows, rowCount = 0 } = page
  const last = rows?.length === 0 && rowCount > 0 ? Math.ceil(rowCount / limits.rowsPerPage) : null
  const goToPage = useEffectEvent(goTo)
  useEffect(() => {
    if (last !== null) goToPage(last)
  }, [last])
}

/** Ten rows per page, ten pages per block: the arrows lead to the neighbouring blocks. */
export function Pager(props: { page: number; rowCount: number; onPage: (page: number) => void }) {
  const { t, number } = useI18n()
  if (props.rowCount === 0) return null
  const { current, pages, shown, before, after } = blockOf(props.page, props.rowCount)
  const from = (current - 1) * limits.rowsPerPage + 1
  const to = Math.min(props.rowCount, current * limits.rowsPerPage)
  const arrow = (target: number | null, label: string, icon: ReactNode) => (
    <Pagination.Control
      className={classes.page}
      aria-label={label}
      disabled={target === null}
      onClick={() => target !== null && props.onPage(target)}
    >
      {icon}
    </Pagination.Control>
  )
  return (
    <nav aria-label={t('ui.pager.label')}>
      <Pagination.Root className={classes.pager} total={pages} value={current} onChange={props.onPage}>
        <span className={classes.range}>
          {t('ui.pager.range', { from: number(from), to: number(to), all: number(props.rowCount) })}
        </span>
        {arrow(before, t('ui.pager.previous'), <IconChevronLeft size={16} aria-hidden="true" />)}
        {shown.map((page) => (
          <Pagination.Control
            key={page}
            className={classes.page}
            active={page === current}
            aria-label={t('ui.pager.page', { page })}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => props.onPage(page)}
          >
            {page}
          </Pagination.Control>
        ))}
        {arrow(after, t('ui.pager.next'), <IconChevronRight size={16} aria-hidden="true" />)}
      </Pagination.Root>
    </nav>
  )
}
