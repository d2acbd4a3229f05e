import { Table } from '@mantine/core'
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

export function HeadCell(props: CellProps) {
  return (
    <Table.Th scope="col" className={classOf(props)}>
      {props.children}
    </Table.Th>
  )
}

export function Cell(props: CellProps) {
  return <Table.Td className={classOf(props)}>{props.children}</Table.Td>
}
