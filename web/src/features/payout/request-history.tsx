import { IconReceipt } from '@tabler/icons-react'
import { type PayoutStatus, type Received, requestList } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import { useSearchDays } from '../../api/search-days.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { DateRange } from '../../ui/dates/date-range.tsx'
import { useSearchRange } from '../../ui/dates/search-range.ts'
import { Card } from '../../ui/page/card.tsx'
import { Chip, type Tone } from '../../ui/page/chip.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import { PayoutFrame } from './payout-frame.tsx'

type Request = Received<typeof requestList>['list'][number]

const toneOf: Record<PayoutStatus, Tone> = {
  WAITING: 'line',
  COMPLETE: 'ok',
  HOLD: 'warn',
  RELEASED: 'line',
}

export function RequestHistory() {
  const { t, number, dateTime } = useI18n()
  // Applications are months apart, so the page opens with as many days as it can show.
  const daysMax = useSearchDays()
  const offset = useSession()?.user.TimezoneOffset ?? 0
  const { range, search, ...limit } = useSearchRange(offset, daysMax, daysMax)
  const { data } = useContractQuery(
    requestList,
    { type: '1', startDate: range.start, endDate: range.end },
    { keepLast: true },
  )
  const columns: readonly Column<Request>[] = [
    {
      key: 'time',
      head: t('payout.history.time'),
      name: true,
      cell: (request) => dateTime(request.RequestTime),
    },
    { key: 'name', head: t('payout.history.name'), cell: (request) => request.Name },
    { key: 'bank', head: t('payout.history.bank'), cell: (request) => request.Bank },
    {
      key: 'number',
      head: t('payout.history.number'),
      cell: (request) => <span className={shared.mono}>{request.Number}</span>,
    },
    {
      key: 'amount',
      head: t('payout.history.amount'),
      align: 'right',
      cell: (request) => number(request.Num),
    },
    {
      key: 'status',
      head: t('payout.history.status'),
      card: 'state',
      cell: (request) => (
        <Chip tone={toneOf[request.Status]}>{t(`payout.history.statusOf.${request.Status}`)}</Chip>
      ),
    },
    { key: 'reason', head: t('payout.history.reason'), cell: (request) => request.Reason || '–' },
  ]
  return (
    <PayoutFrame heading={t('payout.tab.history')} lead={t('payout.history.facts')}>
      <DateRange value={range} {...limit} onSearch={search} />
      <Card pad="none">
        <DataTable
          label={t('payout.tab.history')}
          columns={columns}
          rows={data?.list}
          rowKey={(request) => request.RequestID}
          empty={<Empty icon={<IconReceipt size={20} stroke={1.75} />} title={t('payout.history.empty')} />}
        />
      </Card>
    </PayoutFrame>
  )
}
