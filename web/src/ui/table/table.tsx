import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight, IconMoodEmpty } from '@tabler/icons-react'
import { breakpoints } from '@voltline/contract'
import { createContext, Fragment, type ReactNode, useContext, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { useAfter } from '../page/loader.tsx'
import { Empty, NotLoaded } from '../page/parts.tsx'

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
  /** Where it stands on a phone's card: before, under or right of the name, in the second line, as a labelled line, or nowhere. */
  card?: 'lead' | 'state' | 'act' | 'left' | 'right' | 'line' | 'none'
}

export interface DataTableProps<R> {
  label: string
  columns: readonly Column<R>[]
  /** Undefined while they are on their way. */
  rows: readonly R[] | undefined
  rowKey: (row: R) => string | number
  /** The whole row opens this, and the name is a real link to it. */
  rowLink?: (row: R) => string
  /** Rows below this one, rendered with SubRow; they are made when the row is first opened. */
  subRows?: (row: R) => ReactNode
  /** The sums, by column key. */
  total?: Record<string, ReactNode>
  empty?: ReactNode
  failed?: boolean
  onRetry?: () => void
  selectedKey?: string | number
  /** Under the table: the pager. */
  foot?: ReactNode
}

interface Shape {
  columns: readonly {
    key: string
    head: ReactNode
    align?: 'left' | 'right'
    name?: boolean
    card?: string
  }[]
  phone: boolean
}
const TableShape = createContext<Shape>({ columns: [], phone: false })

export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${breakpoints.mobile}px)`, undefined, { getInitialValueInEffect: false })

/** Rows that were shown stay until the new ones are late enough for a skeleton. */
function useRowsOrSkeleton<R>(rows: readonly R[] | undefined) {
  const last = useRef<readonly R[]>(undefined)
  if (rows) last.current = rows
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
  const body = { ...props, shown: shown ?? [], skeleton, open, toggle }
  return (
    <TableShape.Provider value={{ columns: props.columns, phone }}>
      {phone ? <Cards {...body} /> : <Table {...body} />}
      {props.foot}
    </TableShape.Provider>
  )
}

interface BodyProps<R> extends DataTableProps<R> {
  shown: readonly R[]
  skeleton: boolean
  open: ReadonlySet<string | number>
  toggle: (key: string | number) => void
}

function NameCell(props: {
  children: ReactNode
  to?: string | undefined
  open?: boolean | undefined
  onToggle?: (() => void) | undefined
}) {
  if (props.to) {
    return (
      <Link className="table-link" to={props.to} onClick={(event) => event.stopPropagation()}>
        {props.children}
      </Link>
    )
  }
  if (!props.onToggle) return props.children
  const Icon = props.open ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className="table-expand"
      aria-expanded={props.open}
      onClick={(event) => {
        event.stopPropagation()
        props.onToggle?.()
      }}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {props.children}
    </button>
  )
}

const sideOf = (column: { align?: 'left' | 'right'; name?: boolean }) =>
  column.align === 'right' ? 'num' : column.name ? 'name' : undefined

function Table<R>(props: BodyProps<R>) {
  const navigate = useNavigate()
  const { columns, rowLink, subRows } = props
  return (
    <div className="table-scroll" tabIndex={-1}>
      <table className="table" aria-label={props.label} aria-busy={props.rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={sideOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.skeleton ? <SkeletonRows columns={columns.length} /> : null}
          {props.shown.map((row) => {
            const key = props.rowKey(row)
            const to = rowLink?.(row)
            const open = props.open.has(key)
            const act = to ? () => navigate(to) : subRows ? () => props.toggle(key) : undefined
            return (
              <Fragment key={key}>
                <tr
                  className={act ? 'table-row table-row-acts' : 'table-row'}
                  data-selected={props.selectedKey === key || undefined}
                  data-open={open || undefined}
                  onClick={act}
                >
                  {columns.map((column) => (
                    <td key={column.key} className={sideOf(column)}>
                      {column.name ? (
                        <NameCell
                          to={to}
                          open={open}
                          onToggle={subRows && !to ? () => props.toggle(key) : undefined}
                        >
                          {column.cell(row)}
                        </NameCell>
                      ) : (
                        column.cell(row)
                      )}
                      {column.under?.(row)}
                    </td>
                  ))}
                </tr>
                {open && subRows ? subRows(row) : null}
              </Fragment>
            )
          })}
          {props.total && !props.skeleton ? (
            <tr className="table-total">
              {columns.map((column) => (
                <td key={column.key} className={sideOf(column)}>
                  {props.total?.[column.key]}
                </td>
              ))}
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <tr key={row} className="table-skeleton">
      <td colSpan={columns}>
        <Skeleton height={14} radius={7} />
      </td>
    </tr>
  ))
}

function Cards<R>(props: BodyProps<R>) {
  const { columns, rowLink, subRows } = props
  return (
    <ul className="cards" aria-label={props.label} aria-busy={props.rows === undefined}>
      {props.skeleton
        ? ['a', 'b', 'c'].map((row) => (
            <li key={row} className="card card-pad" aria-hidden="true">
              <Skeleton height={14} radius={7} mb={12} />
              <Skeleton height={14} radius={7} width="60%" />
            </li>
          ))
        : null}
      {props.shown.map((row) => {
        const key = props.rowKey(row)
        const open = props.open.has(key)
        return (
          <li key={key} className="card row-card">
            <CardCells
              cells={Object.fromEntries(columns.map((column) => [column.key, column.cell(row)]))}
              under={columns.find((column) => column.name)?.under?.(row)}
              to={rowLink?.(row)}
              open={open}
              onToggle={subRows && !rowLink ? () => props.toggle(key) : undefined}
            />
            {open && subRows ? <div className="row-card-sub">{subRows(row)}</div> : null}
          </li>
        )
      })}
      {props.total && !props.skeleton ? (
        <li className="card row-card row-card-total">
          <CardCells cells={props.total} />
        </li>
      ) : null}
    </ul>
  )
}

function CardCells(props: {
  cells: Record<string, ReactNode>
  under?: ReactNode
  to?: string | undefined
  open?: boolean | undefined
  onToggle?: (() => void) | undefined
}) {
  const { columns } = useContext(TableShape)
  const at = (place: string) =>
    columns.filter(
      (column) => !column.name && (column.card ?? 'line') === place && props.cells[column.key] != null,
    )
  const name = columns.find((column) => column.name)
  const cell = (column: { key: string }) => <span key={column.key}>{props.cells[column.key]}</span>
  const lower = [...at('left'), ...at('right')].length > 0
  return (
    <>
      <div className="row-card-top">
        {at('lead').map(cell)}
        <div className="row-card-name">
          {name ? (
            <NameCell to={props.to} open={props.open} onToggle={props.onToggle}>
              {props.cells[name.key]}
            </NameCell>
          ) : null}
          {at('state').map(cell)}
          {props.under}
        </div>
        {at('act').map(cell)}
      </div>
      {lower ? (
        <div className="row-card-lower">
          <span className="row-card-left">{at('left').map(cell)}</span>
          <span className="row-card-right">{at('right').map(cell)}</span>
        </div>
      ) : null}
      {at('line').map((column) => (
        <div key={column.key} className="row-card-line">
          <span className="quiet">{column.head}</span>
          {cell(column)}
        </div>
      ))}
    </>
  )
}

/** A row below an opened one; a table row on wide screens, part of the card on a phone. */
export function SubRow(props: {
  level: 1 | 2
  cells: Record<string, ReactNode>
  open?: boolean
  onToggle?: () => void
}) {
  const { columns, phone } = useContext(TableShape)
  if (phone) {
    return (
      <div className={`sub-card sub-card-${props.level}`}>
        <CardCells cells={props.cells} open={props.open} onToggle={props.onToggle} />
      </div>
    )
  }
  return (
    <tr
      className={`table-sub table-sub-${props.level}`}
      onClick={props.onToggle}
      data-open={props.open || undefined}
    >
      {columns.map((column) => (
        <td key={column.key} className={sideOf(column)}>
          {column.name ? (
            <NameCell open={props.open} onToggle={props.onToggle}>
              {props.cells[column.key]}
            </NameCell>
          ) : (
            props.cells[column.key]
          )}
        </td>
      ))}
    </tr>
  )
}

/** Anything else among the sub rows: a skeleton, "nothing here", Try again. */
export function SubRowNote({ children }: { children: ReactNode }) {
  const { columns, phone } = useContext(TableShape)
  if (phone) return <div className="sub-card">{children}</div>
  return (
    <tr className="table-sub">
      <td colSpan={columns.length}>{children}</td>
    </tr>
  )
}
