import { Table } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { CardCells } from './cards.tsx'
import { NameCell } from './name-cell.tsx'
import { Cell } from './plain-table.tsx'
import { TableShape } from './shape.ts'
import classes from './sub-rows.module.css'

interface SubRowProps {
  level: 1 | 2
  cells: Record<string, ReactNode>
  open?: boolean
  onToggle?: () => void
}

/** A row below an expanded row: a table row on wide screens, part of the card on a phone. */
export function SubRow({ level, cells, open, onToggle }: SubRowProps) {
  const { columns, phone } = useContext(TableShape)
  if (phone) {
    return (
      <div className={`${classes.card} ${level === 2 ? classes.cardDeep : ''}`}>
        <CardCells cells={cells} open={open} onToggle={onToggle} />
      </div>
    )
  }
  return (
    <Table.Tr
      className={`${classes.row} ${level === 1 ? classes.first : classes.second}`}
      data-level={level}
      data-open={open || undefined}
      onClick={onToggle}
    >
      {columns.map((column) => (
        <Cell key={column.key} align={column.align} name={column.name}>
          {column.name ? (
            <NameCell open={open} onToggle={onToggle}>
              {cells[column.key]}
            </NameCell>
          ) : (
            cells[column.key]
          )}
        </Cell>
      ))}
    </Table.Tr>
  )
}

/** Other content among the sub-rows: a skeleton, "nothing here", Try again. */
export function SubRowNote({ children }: { children: ReactNode }) {
  const { columns, phone } = useContext(TableShape)
  if (phone) return <div className={classes.card}>{children}</div>
  return (
    <Table.Tr className={classes.row}>
      <Table.Td colSpan={columns.length}>{children}</Table.Td>
    </Table.Tr>
  )
}
