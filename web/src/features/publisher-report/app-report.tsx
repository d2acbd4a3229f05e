import { IconApps } from '@tabler/icons-react'
import { type ChartType, type Received, reportByApp } from '@voltline/contract'
import { useState } from 'react'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { DateRange } from '../../ui/dates/date-range.tsx'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { TilesChart } from '../../ui/page/tiles.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import { plotted, totalOf } from './figures.ts'
import {
  CsvButton,
  csvFigures,
  MetricPicker,
  TotalTiles,
  useFigureCells,
  useFigureColumns,
  useFigureHeads,
  useMetricFormat,
} from './report-controls.tsx'

type AppRow = Received<typeof reportByApp>['list'][number]

const csvOf = (heads: readonly string[], apps: readonly AppRow[]) =>
  csvFile([heads, ...apps.map((app) => [app.AppID, app.AppName, ...csvFigures(app)])])

export function AppReport() {
  const { t } = useI18n()
  const user = useSession()?.user
  const [metric, setMetric] = useState<ChartType>('ecpm')
  const { range, search, ...limit } = useSearchRange(user?.TimezoneOffset ?? 0, useSearchDays())
  const format = useMetricFormat(metric)
  const cells = useFigureCells()
  const heads = [t('publisher.report.id'), t('publisher.report.app'), ...useFigureHeads()]
  const { data } = useContractQuery(
    reportByApp,
    { startDate: range.start, endDate: range.end },
    { keepLast: true },
  )
  const apps = data?.list ?? []
  const total = totalOf(apps)
  const shown = data && inWholeWon(apps, 'Revenue')
  const columns: readonly Column<AppRow>[] = [
    { key: 'name', head: t('publisher.report.app'), name: true, cell: (app) => app.AppName },
    ...useFigureColumns<AppRow>(),
  ]
  return (
    <>
      <PageHead
        title={t('publisher.report.appTitle')}
        facts={t('publisher.report.factsApp', { zone: user?.ShortName ?? '' })}
        actions={
          <CsvButton
            onClick={() => download(csvOf(heads, apps), `Publisher-App-${range.start}-${range.end}.csv`)}
          />
        }
      />
      <AsOf time={data?.asOf} />
      <DateRange value={range} {...limit} onSearch={search} />
      <TilesChart>
        <TotalTiles total={total} />
        <Chart
          title={t(`publisher.report.byApp.${metric}`)}
          format={format}
          series={[{ key: metric, label: t(`publisher.report.metric.${metric}`), kind: 'bar' }]}
          points={(shown ?? []).map((app) => ({
            at: app.AppName,
            values: { [metric]: plotted[metric](app) },
          }))}
          picker={<MetricPicker value={metric} onChange={setMetric} />}
        />
      </TilesChart>
      <Card pad="none">
        <DataTable
          label={t('publisher.report.appTitle')}
          columns={columns}
          rows={shown}
          rowKey={(app) => app.AppID}
          total={{ name: t('ui.total'), ...cells(total) }}
          empty={<Empty icon={<IconApps size={20} stroke={1.75} />} title={t('publisher.report.empty')} />}
        />
      </Card>
    </>
  )
}
