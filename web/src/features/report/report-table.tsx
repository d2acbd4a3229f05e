import { IconChartBar } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { type Column, DataTable, type Sort } from '../../ui/table/table.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import { changeOf, kindOf, type Metric, metricValue, type ReportRow, sorted } from './figures.ts'
import classes from './report.module.css'
import { type Dimension, useReportTexts } from './use-report-texts.ts'
import type { ReportView } from './view-address.ts'

/** Short reports are shown whole. */
const rowsOnOnePage = 100

interface TableProps {
  view: ReportView<Dimension, Metric>
  rows: readonly ReportRow[] | undefined
  others: (ReportRow & { count: number }) | undefined
  total: ReportRow | undefined
  onSort: (sort: string | null) => void
}

interface ShownRow extends ReportRow {
  /** In whole won, so that the rows add up to the total. */
  wholeAmount: number
}

/** The rows with whole amounts that add up; what is not listed keeps its part of the sum. */
function withWholeAmounts(rows: readonly ReportRow[], others: ReportRow | undefined): ShownRow[] {
  const all = others ? [...rows, others] : rows
  return inWholeWon(
    all.map((row) => ({ ...row, wholeAmount: row.figures.amount })),
    'wholeAmount',
  )
}

const isAmount = (metric: Metric): boolean => metric === 'spend' || metric === 'revenue'

/** The columns of a view, and the row of totals. */
function useColumns(view: TableProps['view'], total: TableProps['total']) {
  const { t } = useI18n()
  const texts = useReportTexts()
  const withChange = (metric: Metric, text: string, row: ReportRow): ReactNode =>
    row.before ? (
      <>
        {text}
        <small className={classes.change}>{texts.change(changeOf(metric, row))}</small>
      </>
    ) : (
      text
    )
  const cell = (metric: Metric, row: ShownRow): ReactNode =>
    withChange(
      metric,
      texts.value(metric, isAmount(metric) ? row.wholeAmount : metricValue(metric, row.figures, row.days)),
      row,
    )
  const columns: readonly Column<ShownRow>[] = [
    ...view.by.map((dimension, at) => ({
      key: dimension,
      head: t(`report.by.${dimension}`),
      name: at === 0,
      card: 'state' as const,
      cell: (row: ShownRow) => texts.keyText(dimension, row.keys[at] ?? '', row.names[at] ?? ''),
    })),
    ...view.metrics.map((metric) => ({
      key: metric,
      head: texts.head(metric),
      align: 'right' as const,
      sorts: true,
      cell: (row: ShownRow) => cell(metric, row),
    })),
  ]
  const totals = total && {
    ...Object.fromEntries(
      view.metrics.map((metric) => [
        metric,
        withChange(metric, texts.value(metric, metricValue(metric, total.figures, total.days)), total),
      ]),
    ),
    [view.by[0] ?? '']: t('ui.total'),
  }
  return { columns, totals }
}

export function ReportTable({ view, rows, others, total, onSort }: TableProps) {
  const { t } = useI18n()
  const [page, setPage] = useState(1)
  const whole = rows && withWholeAmounts(rows, others)
  const listed = whole && sorted(whole.slice(0, rows.length), view.sort)
  const isPaged = (listed?.length ?? 0) > rowsOnOnePage
  const first = (page - 1) * limits.rowsPerPage
  const pageRows = (isPaged ? listed?.slice(first, first + limits.rowsPerPage) : listed) as
    | ShownRow[]
    | undefined
  const { columns, totals } = useColumns(view, total)
  const restRow = whole && others ? whole.at(-1) : undefined
  const sort: Sort | undefined = view.sort && { key: view.sort.metric, descending: view.sort.descending }
  return (
    <Card pad="none">
      <DataTable<ShownRow>
        label={t('report.tableName', { by: view.by.map((by) => t(`report.by.${by}`)).join(', ') })}
        columns={columns}
        rows={
          pageRows && restRow
            ? [...pageRows, { ...restRow, names: [t('report.others', { count: others?.count ?? 0 })] }]
            : pageRows
        }
        rowKey={(row) => row.keys.join('\n') || 'others'}
        {...(totals ? { total: totals } : {})}
        sort={sort}
        onSort={(next) => onSort(next && `${next.descending ? '-' : ''}${next.key}`)}
        empty={
          <Empty
            icon={<IconChartBar size={20} stroke={1.75} />}
            title={t('report.empty')}
            text={t('report.emptyHint')}
          />
        }
        foot={isPaged ? <Pager page={page} rowCount={listed?.length ?? 0} onPage={setPage} /> : null}
      />
    </Card>
  )
}

/** The lines of the file: headings as people read them, exact amounts, rates in percent. */
export function csvRows(
  { by, metrics, compare }: ReportView<Dimension, Metric>,
  rows: readonly ReportRow[],
  total: ReportRow,
  words: {
    texts: ReturnType<typeof useReportTexts>
    byName: (dimension: Dimension) => string
    beforeName: string
    totalName: string
  },
): (string | number)[][] {
  const value = (
    metric: Metric,
    figures: ReportRow['figures'] | undefined,
    days: number,
  ): string | number => {
    const found = figures && metricValue(metric, figures, days)
    if (found == null) return ''
    return kindOf(metric) === 'rate' ? found * 100 : found
  }
  const line = (names: readonly string[], row: ReportRow) => [
    ...names,
    ...metrics.map((metric) => value(metric, row.figures, row.days)),
    ...(compare ? metrics.map((metric) => value(metric, row.before, row.days)) : []),
  ]
  const heads = metrics.map(words.texts.head)
  return [
    [
      ...by.map(words.byName),
      ...heads,
      ...(compare ? heads.map((head) => `${head} (${words.beforeName})`) : []),
    ],
    ...rows.map((row) =>
      line(
        by.map((dimension, at) => words.texts.keyText(dimension, row.keys[at] ?? '', row.names[at] ?? '')),
        row,
      ),
    ),
    line([words.totalName, ...by.slice(1).map(() => '')], total),
  ]
}
