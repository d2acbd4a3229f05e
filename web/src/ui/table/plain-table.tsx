import { Table } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './table.module.css'

interface PlainTableProps {
  label: string
  busy?: boolean
  head: ReactNode
  children: ReactNode
}

/** The frame of every table: it scrolls sideways, and its head stays in view. `head` holds the cells of the head. */
export function PlainTable({ label, busy = false, head, children }: PlainTableProps) {
  return (
    <div className={classes.scroll} tabIndex={-1}>
      <Table className={classes.table} withRowBorders={false} aria-label={label} aria-busy={busy}>
        <Table.Thead>
          <Table.Tr>{head}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  )
}

interface CellProps {
  align?: 'left' | 'right' | undefined
  /** A name may break anywhere; no other cell does. */
  name?: boolean | undefined
  children?: ReactNode
}

const classOf = ({ align, name }: CellProps) =>
  align === 'right' ? classes.number : name ? classes.name : undefined

interface HeadProps extends CellProps {
  sorted?: 'ascending' | 'descending' | 'none'
  onSort?: () => void
}

const sortIcons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

export function HeadCell(props: HeadProps) {
  if (!props.onSort) {
    return (
      <Table.Th scope="col" className={classOf(props)}>
        {props.children}
      </Table.Th>
    )
  }
  const { sorted = 'none' } = props
  const Icon = sortIcons[sorted]
  return (
    <Table.Th scope="col" className={classOf(props)} aria-sort={sorted}>
      <button
        type="button"
        className={classes.sort}
        data-on={sorted !== 'none' || undefined}
        onClick={props.onSort}
      >
        <span>{props.children}</span>
        <Icon size={14} stroke={1.75} aria-hidden="true" />
      </button>
    </Table.Th>
  )
}

export function Cell(props: CellProps) {
  return <Table.Td className={classOf(props)}>{props.children}</Table.Td>
}
