import { Skeleton } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './cards.module.css'
import { NameCell } from './name-cell.tsx'
import { type ShapeColumn, TableShape } from './shape.ts'
import type { RowsProps, Sort } from './table.tsx'

/** The rows as cards, on a phone. */
export function Cards<R>(props: RowsProps<R>) {
  const { columns, rowLink, subRows } = props
  return (
    <>
      {props.onSort ? <SortSelect {...props} /> : null}
      <ul className={classes.cards} aria-label={props.label} aria-busy={props.rows === undefined}>
        {props.skeleton ? <SkeletonCards /> : null}
        {props.shown.map((row) => {
          const key = props.rowKey(row)
          const open = props.open.has(key)
          return (
            <li key={key} className={classes.card}>
              <CardCells
                cells={Object.fromEntries(columns.map((column) => [column.key, column.cell(row)]))}
                under={columns.find((column) => column.name)?.under?.(row)}
                to={rowLink?.(row)}
                open={open}
                onToggle={subRows && !rowLink ? () => props.toggle(key) : undefined}
              />
              {open && subRows ? <div>{subRows(row)}</div> : null}
            </li>
          )
        })}
        {props.total && !props.skeleton ? (
          <li className={`${classes.card} ${classes.total}`}>
            <CardCells cells={props.total} />
          </li>
        ) : null}
      </ul>
    </>
  )
}

/** A card has no heads to click. */
function SortSelect<R>({ columns, sort, onSort }: RowsProps<R>) {
  const { t } = useI18n()
  const sortable = columns.filter((column) => column.sorts && typeof column.head === 'string')
  const textOf = ({ key, descending }: Sort) => `${descending ? '-' : ''}${key}`
  return (
    <label className={classes.sort}>
      <span>{t('ui.sort.by')}</span>
      <select
        value={sort ? textOf(sort) : ''}
        onChange={({ target: { value } }) =>
          onSort?.(value ? { key: value.replace(/^-/, ''), descending: value.startsWith('-') } : null)
        }
      >
        <option value="">{t('ui.sort.default')}</option>
        {sortable.flatMap(({ key, head }) =>
          [true, false].map((descending) => (
            <option key={textOf({ key, descending })} value={textOf({ key, descending })}>
              {t(descending ? 'ui.sort.descending' : 'ui.sort.ascending', { name: String(head) })}
            </option>
          )),
        )}
      </select>
    </label>
  )
}

function SkeletonCards() {
  return ['a', 'b', 'c'].map((row) => (
    <li key={row} className={`${classes.card} ${classes.skeleton}`} aria-hidden="true">
      <Skeleton height={14} radius={7} mb={12} />
      <Skeleton height={14} radius={7} width="60%" />
    </li>
  ))
}

interface CardCellsProps {
  cells: Record<string, ReactNode>
  under?: ReactNode
  to?: string | undefined
  open?: boolean | undefined
  onToggle?: (() => void) | undefined
}

/** The cells of a row, where their columns say that they are on a card. */
export function CardCells(props: CardCellsProps) {
  const { columns } = useContext(TableShape)
  const at = (position: string) =>
    columns.filter(({ key, name, card = 'line' }) => !name && card === position && props.cells[key] != null)
  const name = columns.find((column) => column.name)
  const cell = ({ key }: ShapeColumn) => <span key={key}>{props.cells[key]}</span>
  const hasLower = at('left').length + at('right').length > 0
  return (
    <>
      <div className={classes.top}>
        {at('lead').map(cell)}
        <div className={classes.name}>
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
      {hasLower ? (
        <div className={classes.lower}>
          <span className={classes.left}>{at('left').map(cell)}</span>
          <span className={classes.right}>{at('right').map(cell)}</span>
        </div>
      ) : null}
      {at('line').map((column) => (
        <div key={column.key} className={classes.line}>
          <span className={classes.label}>{column.head}</span>
          {cell(column)}
        </div>
      ))}
    </>
  )
}
