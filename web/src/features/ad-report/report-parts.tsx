import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Segment } from '../../ui/controls/segment.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Tiles } from '../../ui/page/tiles.tsx'
import type { Column } from '../../ui/table/table.tsx'
import classes from './ad-report.module.css'
import { type Figures, type Metric, metrics, plotted } from './figures.ts'

/** In the order of the table and of the file. */
const keys = [
  ...['impression', 'click', 'ctr', 'watch', 'install', 'action'],
  ...['cost', 'invalid', 'corrected'],
] as const

/** What a comma separates goes below, so that nine figures fit beside a name. */
function Head({ words }: { words: string }) {
  const [name, unit] = words.split(', ')
  return unit ? (
    <>
      {name}, <small className={classes.unit}>{unit}</small>
    </>
  ) : (
    name
  )
}

export function useFigureColumns<R extends Figures>(): readonly Column<R>[] {
  const { t } = useI18n()
  const cells = useFigureCells()
  return keys.map((key) => ({
    key,
    head: <Head words={t(`advertiser.report.${key}`)} />,
    align: 'right',
    cell: (row: R) => cells(row)[key],
  }))
}

/** A row's figures by column, for rows below and for the total. */
export function useFigureCells() {
  const { number, percent } = useI18n()
  return (row: Figures) => ({
    impression: number(row.impression),
    click: number(row.click),
    ctr: percent(row.ctr),
    watch: number(row.watch),
    install: number(row.install),
    action: number(row.action),
    cost: number(row.cost),
    invalid: number(row.invalid),
    corrected: number(row.corrected),
  })
}

export function TotalTiles({ total }: { total: Figures }) {
  const { t, money, number, percent } = useI18n()
  return (
    <Tiles
      label={t('advertiser.report.totals')}
      tiles={[
        { key: 'impression', label: t('advertiser.report.impression'), figure: number(total.impression) },
        { key: 'click', label: t('advertiser.report.click'), figure: number(total.click) },
        { key: 'ctr', label: t('advertiser.report.metric.ctr'), figure: percent(total.ctr), unit: '%' },
        { key: 'cost', label: t('advertiser.report.metric.cost'), figure: money(total.cost) },
        {
          key: 'invalid',
          label: t('advertiser.report.metric.invalid'),
          figure: number(total.invalid),
          hint:
            total.corrected > 0
              ? t('advertiser.report.correctedHint', { amount: money(total.corrected) })
              : t('advertiser.report.invalidHint'),
        },
      ]}
    />
  )
}

/** The headings of a file, as the table has them. */
export function useFigureHeads(): readonly string[] {
  const { t } = useI18n()
  return keys.map((key) => t(`advertiser.report.${key}`))
}

/** The figures of a row in a file: rates in percent, amounts exact. */
export const csvFigures = (row: Figures) => keys.map((key) => (key === 'ctr' ? row.ctr * 100 : row[key]))

const barsMax = 10
const nameMax = 16

/** Short enough for an axis; the id distinguishes equal names. */
function axisNames(rows: readonly { id: number; name: string }[]): string[] {
  const short = rows.map(({ name }) => (name.length > nameMax ? `${name.slice(0, nameMax - 1)}…` : name))
  return short.map((name, index) =>
    short.indexOf(name) === short.lastIndexOf(name) ? name : `${name} #${rows[index]?.id}`,
  )
}

/** A bar for each of the largest rows; the metric is picked beside the title. */
export function ReportChart({ rows }: { rows: readonly (Figures & { id: number; name: string })[] }) {
  const { t, money, number } = useI18n()
  const [metric, setMetric] = useState<Metric>('cost')
  const label = t(`advertiser.report.metric.${metric}`)
  const format = {
    cost: (value: number) => money(value),
    impression: (value: number) => number(value),
    click: (value: number) => number(value),
    ctr: (value: number) => `${value.toFixed(2)}%`,
  }[metric]
  const largest = rows
    .toSorted((one, other) => plotted(other, metric) - plotted(one, metric))
    .slice(0, barsMax)
  const names = axisNames(largest)
  return (
    <Card pad="none">
      <Chart
        title={label}
        format={format}
        series={[{ key: metric, label, kind: 'bar' }]}
        points={largest.map((row, index) => ({
          at: names[index] ?? row.name,
          values: { [metric]: plotted(row, metric) },
        }))}
        picker={
          <Segment
            label={t('advertiser.report.chart')}
            value={metric}
            options={metrics.map((value) => ({ value, label: t(`advertiser.report.metric.${value}`) }))}
            onChange={setMetric}
          />
        }
      />
    </Card>
  )
}

export function CsvButton({ onClick, ready }: { onClick: () => void; ready: boolean }) {
  const { t } = useI18n()
  return (
    <Button icon={<IconDownload size={18} stroke={1.75} />} disabled={!ready} onClick={onClick}>
      {t('advertiser.report.csv')}
    </Button>
  )
}
