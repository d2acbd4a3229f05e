import { Table } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.ts'
import { Cell, HeadCell, PlainTable } from '../table/plain-table.tsx'
import type { ChartProps } from './chart.tsx'

/** The figures of a chart as a table. */
export function ChartTable({ title, points, series, format, pointHead }: ChartProps) {
  const { t } = useI18n()
  return (
    <PlainTable
      label={title}
      head={
        <>
          <HeadCell>{pointHead ?? t('ui.chart.day')}</HeadCell>
          {series.map(({ key, label }) => (
            <HeadCell key={key} align="right">
              {label}
            </HeadCell>
          ))}
        </>
      }
    >
      {points.map((point) => (
        <Table.Tr key={point.at}>
          <Cell>{point.at}</Cell>
          {series.map(({ key }) => (
            <Cell key={key} align="right">
              {format(point.values[key] ?? 0)}
            </Cell>
          ))}
        </Table.Tr>
      ))}
    </PlainTable>
  )
}
