import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconDownload, IconReceipt } from '@tabler/icons-react'
import {
  adminListPayouts,
  breakpoints,
  operatorQueues,
  type PayoutStatus,
  type Received,
} from '@voltline/contract'
import { type RefObject, useRef } from 'react'
import { useContractMutation } from '../../../api/mutation.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { download } from '../../../ui/chart/chart-png.ts'
import { csvFile } from '../../../ui/chart/csv.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Overlay } from '../../../ui/drawer/overlay.tsx'
import { Chip } from '../../../ui/page/chip.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { QueuePage } from '../../../ui/queue/queue-page.tsx'
import { type Queue, useQueue } from '../../../ui/queue/use-queue.ts'
import { Pager, useLastPage } from '../../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../operator.module.css'
import { type PanelHandle, PayoutPanel } from './payout-panel.tsx'
import { KeyHelp, useQueueKeys } from './queue-keys.tsx'

export type PayoutRequest = Received<typeof adminListPayouts>['requests'][number]

const tabs = ['WAITING', 'HOLD', 'COMPLETE', 'RELEASED'] as const satisfies readonly PayoutStatus[]
const masked = (number: string): string => `•••• ${number.slice(-4)}`

function useColumns(): readonly Column<PayoutRequest>[] {
  const { t, number, dateTime } = useI18n()
  return [
    {
      key: 'time',
      head: t('operator.payouts.requested'),
      card: 'left',
      cell: (request) => <span className={classes.time}>{dateTime(request.RequestTime)}</span>,
    },
    {
      key: 'publisher',
      head: t('operator.payouts.publisher'),
      name: true,
      cell: (request) => (
        <>
          {request.Company}
          <span className={classes.second}>
            {request.Bank} {masked(request.Number)}
          </span>
        </>
      ),
    },
    {
      key: 'checks',
      head: t('operator.payouts.checks'),
      card: 'state',
      cell: (request) =>
        request.AccountChanged ? (
          <Chip tone="warn" icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />}>
            {t('operator.payouts.accountChanged')}
          </Chip>
        ) : (
          <Chip tone="ok" icon={<IconCheck size={16} stroke={1.75} aria-hidden="true" />}>
            {t('operator.payouts.allChecks')}
          </Chip>
        ),
    },
    {
      key: 'amount',
      head: t('operator.payouts.amount'),
      align: 'right',
      card: 'right',
      cell: (request) => <b>{number(request.Num)}</b>,
    },
  ]
}

function saveCsv(rows: readonly PayoutRequest[]) {
  const head = [
    'RequestID',
    'RequestTime',
    'CustID',
    'Company',
    'Email',
    'Name',
    'Bank',
    'Number',
    'Num',
    'Status',
  ]
  const lines = rows.map((request) => [
    ...[
      request.RequestID,
      request.RequestTime,
      request.CustID,
      request.Company,
      request.Email,
      request.Name,
      request.Bank,
      request.Number,
    ],
    ...[request.Num, request.Status],
  ])
  download(csvFile([head, ...lines]), 'payouts.csv')
}

type Found = Received<typeof adminListPayouts>

/** The table and its keys; the letters act while the table has focus. */
function QueueTable(props: {
  found: Found | undefined
  open: number
  queue: Queue<PayoutStatus>
  panel: RefObject<PanelHandle | null>
}) {
  const { t, number } = useI18n()
  const columns = useColumns()
  const { found, open } = props
  const { pageNo, setPage, query, change } = props.queue
  const keys = useQueueKeys({
    ids: found?.requests.map((request) => request.RequestID) ?? [],
    current: open,
    onMove: (id) => change({ request: String(id) }),
    onOpen: () => props.panel.current?.focus(),
    acts: { c: () => props.panel.current?.complete(), h: () => props.panel.current?.hold() },
  })
  const sum = found?.sum ?? 0
  const linkTo = (request: PayoutRequest) => {
    const next = new URLSearchParams(query)
    next.set('request', String(request.RequestID))
    return `?${next}`
  }
  return (
    <>
      <section
        className={classes.keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the queue work while this has focus
        tabIndex={0}
        aria-label={t('operator.payouts.keys')}
        onKeyDown={keys.handle}
      >
        <DataTable
          label={t('operator.payouts.title')}
          columns={columns}
          rows={found?.requests}
          rowKey={(request) => request.RequestID}
          rowLink={linkTo}
          selectedKey={open}
          total={{
            publisher: t('operator.payouts.total', countOf(found, number)),
            amount: number(sum),
          }}
          empty={<Empty icon={<IconReceipt size={20} stroke={1.75} />} title={t('operator.payouts.empty')} />}
          foot={<Pager page={pageNo} rowCount={found?.rowCount ?? 0} onPage={setPage} />}
        />
      </section>
      <KeyHelp
        on={keys.on}
        onToggle={keys.toggle}
        letters={[
          [['C'], t('operator.payouts.complete')],
          [['H'], t('operator.payouts.hold')],
        ]}
      />
    </>
  )
}

const countOf = (found: Found | undefined, number: (value: number) => string) => {
  const count = found?.rowCount ?? 0
  return { count, requests: number(count) }
}

/** The open request, also when it has left the page that it was opened on. */
function useOpened(requestID: number): PayoutRequest | undefined {
  const { data } = useContractQuery(
    adminListPayouts,
    { requestID },
    { loads: 'background', enabled: requestID > 0, keepLast: true },
  )
  return data?.requests.find((request) => request.RequestID === requestID)
}

/** Exports every page of the search. */
function CsvButton({ status, words }: { status: PayoutStatus; words: string }) {
  const { t } = useI18n()
  const all = useContractMutation(adminListPayouts)
  async function handleClick() {
    const found = await all.send({ status, words })
    if (found) saveCsv(found.requests)
  }
  return (
    <Button
      pending={all.isPending}
      icon={<IconDownload size={18} stroke={1.75} />}
      onClick={() => void handleClick()}
    >
      {t('operator.csv')}
    </Button>
  )
}

export function PayoutQueue() {
  const { t, number, money } = useI18n()
  const queue = useQueue(tabs)
  const { tab, words, pageNo, query, change } = queue
  const open = Number(query.get('request')) || 0
  const narrow = useMediaQuery(`(max-width: ${breakpoints.wide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const panel = useRef<PanelHandle>(null)
  // Nothing of another tab or page is kept: the letters act on what is shown.
  const { data } = useContractQuery(adminListPayouts, { status: tab, words, pageNo })
  useLastPage({ rows: data?.requests, rowCount: data?.rowCount }, queue.setPage)
  const waiting = useContractQuery(operatorQueues, {}, { loads: 'background' }).data?.queues
  const counts = { WAITING: waiting?.Payouts, HOLD: waiting?.Holds, COMPLETE: undefined, RELEASED: undefined }
  const opened = useOpened(open)
  const close = () => change({ request: '' })
  const detail = opened ? (
    <PayoutPanel key={opened.RequestID} request={opened} onClose={close} handle={panel} inOverlay={narrow} />
  ) : null
  const count = t('operator.payouts.total', countOf(data, number))
  return (
    <>
      <QueuePage
        title={t('operator.payouts.title')}
        facts={data ? `${t(`operator.payouts.statusOf.${tab}`)}: ${count}` : ''}
        actions={<CsvButton status={tab} words={words} />}
        queue={queue}
        tabs={tabs.map((value) => ({
          value,
          label: t(`operator.payouts.statusOf.${value}`),
          count: counts[value],
        }))}
        search={t('operator.payouts.search')}
        summary={
          <span className={shared.quiet}>
            {t('operator.payouts.inAll')} <b>{money(data?.sum ?? 0)}</b>
          </span>
        }
        beside={narrow ? null : detail}
      >
        <QueueTable found={data} open={open} queue={queue} panel={panel} />
      </QueuePage>
      {narrow && opened ? (
        <Overlay title={opened.Company} onClose={close}>
          {detail}
        </Overlay>
      ) : null}
    </>
  )
}
