import { Skeleton } from '@mantine/core'
import { IconChartDots3 } from '@tabler/icons-react'
import { adDailyReport, adReport, listAllCampaigns, type Received } from '@voltline/contract'
import { useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { DateRange } from '../../ui/dates/date-range.tsx'
import type { DayRange } from '../../ui/dates/range.ts'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { Choose } from '../../ui/fields/choose.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty, NotLoaded } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { SubRow, SubRowNote } from '../../ui/table/sub-rows.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import classes from './ad-report.module.css'
import { type Figures, toFigures, totalOf } from './figures.ts'
import {
  CsvButton,
  csvFigures,
  ReportChart,
  TotalTiles,
  useFigureCells,
  useFigureColumns,
  useFigureHeads,
} from './report-parts.tsx'

type Answered = Received<typeof adReport>['ads'][number]
type AdRow = Figures & { id: number; name: string }

const toRow = (row: Answered): AdRow => ({
  id: row.ProID,
  name: row.PromotionName,
  ...toFigures(row, row.Cost),
})

const csvOf = (heads: readonly string[], rows: readonly AdRow[]) =>
  csvFile([heads, ...rows.map((row) => [row.id, row.name, ...csvFigures(row)])])

/** The days of one ad, loaded when its row is opened; they add up to the cost that it shows. */
function Days(props: { campID: number; ad: AdRow; range: DayRange }) {
  const { t } = useI18n()
  const cells = useFigureCells()
  const { campID, ad, range } = props
  const days = useContractQuery(
    adDailyReport,
    { campID, proID: ad.id, startDate: range.start, endDate: range.end },
    { loads: 'part' },
  )
  if (days.isError) {
    return (
      <SubRowNote>
        <NotLoaded onRetry={days.refetch} />
      </SubRowNote>
    )
  }
  if (!days.data) {
    return (
      <SubRowNote>
        <Skeleton height={14} radius={7} />
      </SubRowNote>
    )
  }
  if (days.data.daily.length === 0) return <SubRowNote>{t('advertiser.report.noDays')}</SubRowNote>
  const inWon = inWholeWon(days.data.daily, 'Cost', ad.cost)
  return inWholeWon(inWon, 'Corrected', ad.corrected).map((day) => (
    <SubRow
      key={day.RegistTime}
      level={1}
      cells={{
        name: day.RegistTime.slice(0, 10),
        ...cells(toFigures(day, day.Cost)),
      }}
    />
  ))
}

function useAdReport(range: DayRange) {
  const [query, setQuery] = useSearchParams()
  const campaigns = useContractQuery(listAllCampaigns, {}, { alertAs: 'UNKNOWN' }).data?.campaigns
  const asked = /^[1-9]\d{0,8}$/.test(query.get('campID') ?? '') ? Number(query.get('campID')) : 0
  const campID = asked || (campaigns?.[0]?.CampID ?? 0)
  const { data } = useContractQuery(
    adReport,
    { campID, startDate: range.start, endDate: range.end },
    { keepLast: true, enabled: campID > 0, alertAs: 'UNKNOWN' },
  )
  function choose(id: number) {
    setQuery((before) => {
      before.set('campID', String(id))
      return before
    })
  }
  const rows = campaigns?.length === 0 ? [] : data?.ads.map(toRow)
  return { campaigns: campaigns ?? [], campID, choose, rows, asOf: data?.asOf }
}

export function AdReport() {
  const { t } = useI18n()
  const user = useSession()?.user
  const { range, search, ...limit } = useSearchRange(user?.TimezoneOffset ?? 0, useSearchDays())
  const cells = useFigureCells()
  const heads = [t('advertiser.report.id'), t('advertiser.report.ad'), ...useFigureHeads()]
  const { campaigns, campID, choose, rows, asOf } = useAdReport(range)
  const total = totalOf(rows ?? [])
  const shown = rows && inWholeWon(inWholeWon(rows, 'cost'), 'corrected')
  const columns: readonly Column<AdRow>[] = [
    { key: 'name', head: t('advertiser.report.ad'), name: true, cell: (row) => row.name },
    { key: 'id', head: t('advertiser.report.id'), cell: (row) => row.id },
    ...useFigureColumns<AdRow>(),
  ]
  const csvName = `Advertiser-Ad-${range.start}-${range.end}.csv`
  return (
    <>
      <PageHead
        title={t('advertiser.report.adTitle')}
        facts={t('advertiser.report.adFacts', { zone: user?.ShortName ?? '' })}
        actions={
          <CsvButton ready={rows !== undefined} onClick={() => download(csvOf(heads, rows ?? []), csvName)} />
        }
      />
      <AsOf time={asOf} />
      <Card pad="none">
        <div className={classes.reportRange}>
          <Choose
            label={t('advertiser.campaign')}
            value={campID}
            options={campaigns.map((campaign) => ({ id: campaign.CampID, name: campaign.Name }))}
            onChange={choose}
          />
          <DateRange value={range} {...limit} onSearch={search} />
        </div>
      </Card>
      <TotalTiles total={total} />
      <ReportChart rows={shown ?? []} />
      <Card pad="none">
        <DataTable
          key={`${campID}/${range.start}/${range.end}`}
          label={t('advertiser.report.adTitle')}
          columns={columns}
          rows={shown}
          rowKey={(row) => row.id}
          subRows={(row) => <Days campID={campID} ad={row} range={range} />}
          total={{ name: t('ui.total'), ...cells(total) }}
          empty={
            <Empty icon={<IconChartDots3 size={20} stroke={1.75} />} title={t('advertiser.report.empty')} />
          }
        />
      </Card>
    </>
  )
}
