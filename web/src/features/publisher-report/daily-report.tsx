import { Skeleton } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import {
  type ChartType,
  type Received,
  reportByDaily,
  reportByDailyApp,
  reportByDailyMedia,
} from '@voltline/contract'
import { type RefObject, useRef, useState } from 'react'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { DateRange } from '../../ui/dates/date-range.tsx'
import type { DayRange } from '../../ui/dates/range.ts'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import { Empty, NotLoaded } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { TilesChart } from '../../ui/page/tiles.tsx'
import { SubRow, SubRowNote } from '../../ui/table/sub-rows.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import shared from '../../ui/theme/shared.module.css'
import classes from './daily-report.module.css'
import { plotted, totalOf } from './figures.ts'
import {
  CsvButton,
  csvFigures,
  MetricPicker,
  PngButton,
  TotalTiles,
  useFigureCells,
  useFigureColumns,
  useFigureHeads,
  useMetricFormat,
} from './report-controls.tsx'

type DayRow = Received<typeof reportByDaily>['list'][number]

/** The rows below an expanded row, or their loading, failed or empty state. */
function ChildRows<R extends { Revenue: number }>(props: {
  query: { data: { list: readonly R[] } | undefined; isError: boolean; refetch: () => unknown }
  revenueWon: number
  row: (row: R) => React.ReactNode
}) {
  const { t } = useI18n()
  const { query } = props
  if (query.isError) {
    return (
      <SubRowNote>
        <NotLoaded onRetry={query.refetch} />
      </SubRowNote>
    )
  }
  if (!query.data) {
    return (
      <SubRowNote>
        <Skeleton height={14} radius={7} />
      </SubRowNote>
    )
  }
  if (query.data.list.length === 0) {
    return (
      <SubRowNote>
        <span className={shared.quiet}>{t('publisher.report.nothingBelow')}</span>
      </SubRowNote>
    )
  }
  return inWholeWon(query.data.list, 'Revenue', props.revenueWon).map(props.row)
}

interface AppBelow {
  appID: number
  day: string
  /** What the row above shows; the rows below add up to it. */
  revenueWon: number
}

function Media(props: AppBelow) {
  const cells = useFigureCells()
  const range = { startDate: props.day, endDate: props.day }
  const query = useContractQuery(reportByDailyMedia, { appID: props.appID, ...range }, { loads: 'part' })
  return (
    <ChildRows
      query={query}
      revenueWon={props.revenueWon}
      row={(medium) => (
        <SubRow key={medium.MedID} level={2} cells={{ name: medium.Name, ...cells(medium) }} />
      )}
    />
  )
}

function Apps({ day, revenueWon }: { day: string; revenueWon: number }) {
  const cells = useFigureCells()
  const [open, setOpen] = useState<number>()
  const query = useContractQuery(reportByDailyApp, { startDate: day, endDate: day }, { loads: 'part' })
  return (
    <ChildRows
      query={query}
      revenueWon={revenueWon}
      row={(app) => (
        <AppRows
          key={app.AppID}
          open={open === app.AppID}
          onToggle={() => setOpen(open === app.AppID ? undefined : app.AppID)}
          cells={{ name: app.AppName, ...cells(app) }}
          below={{ appID: app.AppID, day, revenueWon: app.Revenue }}
        />
      )}
    />
  )
}

function AppRows(props: {
  open: boolean
  onToggle: () => void
  cells: Record<string, React.ReactNode>
  below: AppBelow
}) {
  return (
    <>
      <SubRow level={1} cells={props.cells} open={props.open} onToggle={props.onToggle} />
      {props.open ? <Media {...props.below} /> : null}
    </>
  )
}

const csvOf = (heads: readonly string[], days: readonly DayRow[]) =>
  csvFile([heads, ...days.map((day) => [day.RegistTime, ...csvFigures(day)])])

function DayName(props: { day: string; isToday: boolean }) {
  const { t, weekday } = useI18n()
  return (
    <span className={`${shared.row} ${classes.day}`}>
      <span>
        {props.day} <span className={shared.quiet}>{weekday(props.day)}</span>
      </span>
      {props.isToday ? <Chip>{t('publisher.report.soFar')}</Chip> : null}
    </span>
  )
}

function Actions(props: {
  plot: RefObject<HTMLDivElement | null>
  days: readonly DayRow[]
  range: DayRange
}) {
  const { t } = useI18n()
  const heads = [t('publisher.report.day'), ...useFigureHeads()]
  const { start, end } = props.range
  return (
    <>
      <PngButton plot={props.plot} name="daily-report.png" />
      <CsvButton onClick={() => download(csvOf(heads, props.days), `Publisher-Daily-${start}-${end}.csv`)} />
    </>
  )
}

export function DailyReport() {
  const { t, number } = useI18n()
  const user = useSession()?.user
  const plot = useRef<HTMLDivElement>(null)
  const [metric, setMetric] = useState<ChartType>('ecpm')
  const { range, search, ...limit } = useSearchRange(user?.TimezoneOffset ?? 0, useSearchDays())
  const format = useMetricFormat(metric)
  const cells = useFigureCells()
  const { data } = useContractQuery(
    reportByDaily,
    { startDate: range.start, endDate: range.end },
    { keepLast: true },
  )
  const days = data?.list ?? []
  const total = totalOf(days)
  const shown = data && inWholeWon(data.list, 'Revenue')
  const columns: readonly Column<DayRow>[] = [
    {
      key: 'name',
      head: t('publisher.report.dayAppUnit'),
      name: true,
      cell: (day) => <DayName day={day.RegistTime} isToday={day.RegistTime === limit.today} />,
    },
    ...useFigureColumns<DayRow>(),
  ]
  return (
    <>
      <PageHead
        title={t('publisher.report.dailyTitle')}
        facts={t('publisher.report.facts', { zone: user?.ShortName ?? '' })}
        actions={<Actions plot={plot} days={days} range={range} />}
      />
      <AsOf time={data?.asOf} />
      <DateRange value={range} {...limit} onSearch={search} />
      <TilesChart>
        <TotalTiles total={total} />
        <Chart
          title={t(`publisher.report.byDay.${metric}`)}
          format={format}
          plotRef={plot}
          series={[{ key: metric, label: t(`publisher.report.metric.${metric}`), kind: 'area' }]}
          points={(shown ?? []).map((day) => ({
            at: day.RegistTime,
            soFar: day.RegistTime === limit.today,
            values: { [metric]: plotted[metric](day) },
          }))}
          picker={<MetricPicker value={metric} onChange={setMetric} />}
        />
      </TilesChart>
      <Card pad="none">
        <DataTable
          label={t('publisher.report.dailyTitle')}
          columns={columns}
          rows={shown?.toReversed()}
          rowKey={(day) => day.RegistTime}
          subRows={(day) => <Apps day={day.RegistTime} revenueWon={day.Revenue} />}
          total={{
            name: t('publisher.report.totalOf', { count: days.length, days: number(days.length) }),
            ...cells(total),
          }}
          empty={
            <Empty icon={<IconCalendarOff size={20} stroke={1.75} />} title={t('publisher.report.empty')} />
          }
        />
      </Card>
    </>
  )
}
