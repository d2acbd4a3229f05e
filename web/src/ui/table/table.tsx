import { IconMoodEmpty } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Empty, NotLoaded } from '../page/empty.tsx'
import { useAfter } from '../page/loader.tsx'
import { Cards } from './cards.tsx'
import { TableShape, useIsPhone } from './shape.ts'
import { WideTable } from './wide-table.tsx'

const skeletonAfterMs = 150

export interface Column<R> {
  key: string
  /** With its unit: "Average cost, KRW". */
  head: ReactNode
  cell: (row: R) => ReactNode
  align?: 'left' | 'right'
  /** Holds the link to the detail, or the button that expands. */
  name?: boolean
  /** A second, small line below the name. */
  under?: (row: R) => ReactNode
  /** Rows can be sorted by it: its name without a unit, or true if the head is a text. */
  sorts?: boolean
  /** Its position on a phone's card: before, below or right of the name, in the second line, as a labelled line, or nowhere. */
  card?: 'lead' | 'state' | 'act' | 'left' | 'right' | 'line' | 'none'
}

export interface Sort {
  key: string
  descending: boolean
}

export interface DataTableProps<R> {
  label: string
  columns: readonly Column<R>[]
  /** Undefined while they load. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string | number
  /** The detail that a click on the row opens; the name is a link to it. */
  rowLink?: (row: R) => string
  /** Rows below this row, made of SubRow; rendered when the row is expanded. */
  subRows?: (row: R) => ReactNode
  /** The sums, by column key. */
  total?: Record<string, ReactNode>
  /** The order of the rows; `onSort` is given the key of a column, or null for the default order. */
  sort?: Sort | undefined
  onSort?: (sort: Sort | null) => void
  empty?: ReactNode
  failed?: boolean
  onRetry?: () => void
  selectedKey?: string | number
  /** Below the table: the pager. */
  foot?: ReactNode
}

/** The previous rows stay until the new ones are late enough for a skeleton. */
function useRowsOrSkeleton<R>(rows: readonly R[] | undefined) {
  const last = useRef(rows)
  useEffect(() => {
    if (rows) last.current = rows
  }, [rows])
  const late = useAfter(rows === undefined, skeletonAfterMs)
  return { shown: rows ?? (late ? undefined : last.current), skeleton: late }
}

export function DataTable<R>(props: DataTableProps<R>) {
  const { t } = useI18n()
  const phone = useIsPhone()
  const { shown, skeleton } = useRowsOrSkeleton(props.rows)
  const [open, setOpen] = useState<ReadonlySet<string | number>>(new Set())
  if (props.failed) return <NotLoaded onRetry={props.onRetry ?? (() => {})} />
  if (shown?.length === 0) {
    return props.empty ?? <Empty icon={<IconMoodEmpty size={20} stroke={1.75} />} title={t('ui.nothing')} />
  }
  function toggle(key: string | number) {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }
  const rows = { ...props, shown: shown ?? [], skeleton, open, toggle }
  return (
    <TableShape.Provider value={{ columns: props.columns, phone }}>
      {phone ? <Cards {...rows} /> : <WideTable {...rows} />}
      {props.foot}
    </TableShape.Provider>
  )
}

/** What both shapes of the table are given. */
export interface RowsProps<R> extends DataTableProps<R> {
  shown: readonly R[]
  skeleton: boolean
  open: ReadonlySet<string | number>
  toggle: (key: string | number) => void
}
