import { Skeleton, Table } from '@mantine/core'
import { Fragment } from 'react'
import { useNavigate } from 'react-router'
import { NameCell } from './name-cell.tsx'
import { Cell, HeadCell, PlainTable } from './plain-table.tsx'
import classes from './table.module.css'
import type { Column, RowsProps, Sort } from './table.tsx'

/** The rows as a table, on all screens but a phone's. */
export function WideTable<R>(props: RowsProps<R>) {
  const { columns, total } = props
  const head = columns.map((column) => (
    <HeadCell
      key={column.key}
      align={column.align}
      name={column.name}
      {...(column.sorts && props.onSort ? sortOf(column, props.sort, props.onSort) : {})}
    >
      {column.head}
    </HeadCell>
  ))
  return (
    <PlainTable label={props.label} busy={props.rows === undefined} head={head}>
      {props.skeleton ? <SkeletonRows columns={columns.length} /> : null}
      {props.shown.map((row) => (
        <WideRow key={props.rowKey(row)} {...props} row={row} />
      ))}
      {total && !props.skeleton ? (
        <Table.Tr className={classes.total}>
          {columns.map((column) => (
            <Cell key={column.key} align={column.align} name={column.name}>
              {total[column.key]}
            </Cell>
          ))}
        </Table.Tr>
      ) : null}
    </PlainTable>
  )
}

/** Figures are sorted from the highest down first, names from A. */
function sortOf<R>(column: Column<R>, sort: Sort | undefined, onSort: (sort: Sort) => void) {
  const isOn = sort?.key === column.key
  const descending = isOn ? !sort.descending : column.align === 'right'
  return {
    sorted: isOn ? (sort.descending ? ('descending' as const) : ('ascending' as const)) : ('none' as const),
    onSort: () => onSort({ key: column.key, descending }),
  }
}

function WideRow<R>(props: RowsProps<R> & { row: R }) {
  const navigate = useNavigate()
  const { row, rowLink, subRows } = props
  const key = props.rowKey(row)
  const to = rowLink?.(row)
  const open = props.open.has(key)
  const toggle = subRows && !to ? () => props.toggle(key) : undefined
  const act = to ? () => navigate(to) : toggle
  return (
    <Fragment>
      <Table.Tr
        className={act ? classes.acts : undefined}
        data-row
        data-selected={props.selectedKey === key || undefined}
        data-open={open || undefined}
        onClick={act}
      >
        {props.columns.map((column) => (
          <Cell key={column.key} align={column.align} name={column.name}>
            {column.name ? (
              <NameCell to={to} open={open} onToggle={toggle}>
                {column.cell(row)}
              </NameCell>
            ) : (
              column.cell(row)
            )}
            {column.under?.(row)}
          </Cell>
        ))}
      </Table.Tr>
      {open && subRows ? subRows(row) : null}
    </Fragment>
  )
}

function SkeletonRows({ columns }: { columns: number }) {
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton height={14} radius={7} />
      </Table.Td>
    </Table.Tr>
  ))
}
