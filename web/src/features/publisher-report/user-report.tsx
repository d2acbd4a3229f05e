import { IconUsers } from '@tabler/icons-react'
import { listAllApps, type Received, reportByUser } from '@voltline/contract'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { DateRange } from '../../ui/dates/date-range.tsx'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { Choose } from '../../ui/fields/choose.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Tiles, TilesChart } from '../../ui/page/tiles.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { PngButton } from './report-controls.tsx'
import classes from './user-report.module.css'

type UserRow = Received<typeof reportByUser>['list'][number]

function Summary({ report }: { report: Received<typeof reportByUser>['report'] }) {
  const { t, number } = useI18n()
  const tile = (key: 'meanDau' | 'minDau' | 'maxDau' | 'totalNru' | 'minNru' | 'maxNru', value: number) => ({
    key,
    label: t(`publisher.report.${key}`),
    figure: number(value),
  })
  return (
    <Tiles
      label={t('publisher.report.totals')}
      tiles={[
        tile('meanDau', report.DAU),
        tile('minDau', report.MinDAU),
        tile('maxDau', report.MaxDAU),
        tile('totalNru', report.TotalNRU),
        tile('minNru', report.MinNRU),
        tile('maxNru', report.MaxNRU),
      ]}
    />
  )
}

export function UserReport() {
  const { t, number } = useI18n()
  const user = useSession()?.user
  const plot = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useSearchParams()
  const { range, search, ...limit } = useSearchRange(user?.TimezoneOffset ?? 0, useSearchDays())
  const apps = useContractQuery(listAllApps, {}).data?.apps ?? []
  const appID = Number(query.get('appID')) || (apps[0]?.AppID ?? 0)
  const { data } = useContractQuery(
    reportByUser,
    { appID, startDate: range.start, endDate: range.end },
    { keepLast: true, enabled: appID > 0 },
  )
  const columns: readonly Column<UserRow>[] = [
    { key: 'name', head: t('publisher.report.day'), name: true, cell: (day) => day.RegistTime },
    { key: 'dau', head: t('publisher.report.dau'), align: 'right', cell: (day) => number(day.DAU) },
    { key: 'nru', head: t('publisher.report.nru'), align: 'right', cell: (day) => number(day.NRU) },
  ]
  return (
    <>
      <PageHead
        title={t('publisher.report.userTitle')}
        facts={t('publisher.report.factsUser', { zone: user?.ShortName ?? '' })}
        actions={<PngButton plot={plot} name="user-report.png" />}
      />
      <AsOf time={data?.asOf} />
      <div className={classes.range}>
        <Choose
          label={t('publisher.chooseApp')}
          value={appID}
          options={apps.map((app) => ({ id: app.AppID, name: app.Name }))}
          onChange={(id) =>
            setQuery((before) => {
              before.set('appID', String(id))
              return before
            })
          }
        />
        <DateRange value={range} {...limit} onSearch={search} />
      </div>
      <TilesChart>
        {data ? <Summary report={data.report} /> : null}
        <Chart
          title={t('publisher.report.usersByDay')}
          format={(value) => number(value)}
          plotRef={plot}
          series={[
            { key: 'dau', label: t('publisher.report.dau'), kind: 'line' },
            { key: 'nru', label: t('publisher.report.nru'), kind: 'line' },
          ]}
          points={(data?.list ?? []).map((day) => ({
            at: day.RegistTime,
            values: { dau: day.DAU, nru: day.NRU },
          }))}
        />
      </TilesChart>
      <Card pad="none">
        <DataTable
          label={t('publisher.report.userTitle')}
          columns={columns}
          rows={appID > 0 ? data?.list.toReversed() : []}
          rowKey={(day) => day.RegistTime}
          empty={<Empty icon={<IconUsers size={20} stroke={1.75} />} title={t('publisher.needApp')} />}
        />
      </Card>
    </>
  )
}
