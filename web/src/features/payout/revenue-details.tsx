import { IconCalendarStats } from '@tabler/icons-react'
import { type Received, revenueDetails } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { PayoutFrame } from './payout-frame.tsx'

type Month = Received<typeof revenueDetails>['list'][number]

export function RevenueDetails() {
  const { t, number } = useI18n()
  const { data } = useContractQuery(revenueDetails, {})
  const columns: readonly Column<Month>[] = [
    { key: 'month', head: t('payout.details.month'), name: true, cell: (month) => month.RegistTime },
    {
      key: 'revenue',
      head: t('payout.details.revenue'),
      align: 'right',
      cell: (month) => number(month.Revenue),
    },
    { key: 'ecpm', head: t('payout.details.ecpm'), align: 'right', cell: (month) => number(month.eCPM) },
    {
      key: 'impressions',
      head: t('payout.details.impressions'),
      align: 'right',
      cell: (month) => number(month.Impressions),
    },
  ]
  return (
    <PayoutFrame heading={t('payout.tab.details')} lead={t('payout.details.facts')}>
      <Card pad="none">
        <DataTable
          label={t('payout.tab.details')}
          columns={columns}
          rows={data?.list}
          rowKey={(month) => month.RegistTime}
          empty={
            <Empty
              icon={<IconCalendarStats size={20} stroke={1.75} />}
              title={t('payout.details.empty')}
              text={t('payout.details.emptyText')}
            />
          }
        />
      </Card>
    </PayoutFrame>
  )
}
