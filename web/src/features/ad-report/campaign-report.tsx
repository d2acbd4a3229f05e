import { IconChartBar } from '@tabler/icons-react'
import { campaignReport, type Received } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { DateRange } from '../../ui/dates/date-range.tsx'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { AsOf } from '../../ui/page/as-of.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import shared from './ad-report.module.css'
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

type Answered = Received<typeof campaignReport>['campaigns'][number]
type CampaignRow = Figures & { id: number; name: string }

const toRow = (row: Answered): CampaignRow => ({
  id: row.CampID,
  name: row.Name,
  ...toFigures(row, row.Execute),
})

const csvOf = (heads: readonly string[], rows: readonly CampaignRow[]) =>
  csvFile([heads, ...rows.map((row) => [row.name, ...csvFigures(row)])])

export function CampaignReport() {
  const { t } = useI18n()
  const user = useSession()?.user
  const { range, search, ...limit } = useSearchRange(user?.TimezoneOffset ?? 0, useSearchDays())
  const cells = useFigureCells()
  const heads = [t('advertiser.report.name'), ...useFigureHeads()]
  const { data } = useContractQuery(
    campaignReport,
    { startDate: range.start, endDate: range.end },
    { keepLast: true, alertAs: 'UNKNOWN' },
  )
  const rows = data?.campaigns.map(toRow)
  const total = totalOf(rows ?? [])
  const shown = rows && inWholeWon(inWholeWon(rows, 'cost'), 'corrected')
  const columns: readonly Column<CampaignRow>[] = [
    { key: 'name', head: t('advertiser.report.name'), name: true, cell: (row) => row.name },
    ...useFigureColumns<CampaignRow>(),
  ]
  return (
    <>
      <PageHead
        title={t('advertiser.report.campaignTitle')}
        facts={t('advertiser.report.campaignFacts', { zone: user?.ShortName ?? '' })}
        actions={
          <CsvButton
            ready={rows !== undefined}
            onClick={() =>
              download(csvOf(heads, rows ?? []), `Advertiser-Campaign-${range.start}-${range.end}.csv`)
            }
          />
        }
      />
      <AsOf time={data?.asOf} />
      <Card pad="none">
        <div className={shared.reportRange}>
          <DateRange value={range} {...limit} onSearch={search} />
        </div>
      </Card>
      <TotalTiles total={total} />
      <ReportChart rows={shown ?? []} />
      <Card pad="none">
        <DataTable
          label={t('advertiser.report.campaignTitle')}
          columns={columns}
          rows={shown}
          rowKey={(row) => row.id}
          total={{ name: t('ui.total'), ...cells(total) }}
          empty={
            <Empty icon={<IconChartBar size={20} stroke={1.75} />} title={t('advertiser.report.empty')} />
          }
        />
      </Card>
    </>
  )
}
