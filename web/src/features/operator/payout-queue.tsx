import './operator.css'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconDownload, IconReceipt, IconSearch } from '@tabler/icons-react'
import { adminListPayouts, breakpoints, type PayoutStatus, type Received } from '@voltline/contract'
import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useQueryCall } from '../../api/hooks.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/chart-png.ts'
import { csvFile } from '../../ui/csv.ts'
import { TextField } from '../../ui/fields.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { PageHead } from '../../ui/page.tsx'
import { Card, Chip, Empty } from '../../ui/parts.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { CountTabs } from './count-tabs.tsx'
import { type PanelHandle, PayoutPanel } from './payout-panel.tsx'
import { KeyHelp, useQueueKeys } from './queue-keys.tsx'

export type PayoutRequest = Received<typeof adminListPayouts>['requests'][number]

const tabs: readonly PayoutStatus[] = ['WAITING', 'HOLD', 'COMPLETE']
const masked = (number: string): string => `•••• ${number.slice(-4)}`

function useColumns(): readonly Column<PayoutRequest>[] {
  const { t, number, dateTime } = useI18n()
  return [
    {
      key: 'time',
      head: t('operator.payouts.requested'),
      card: 'left',
      cell: (one) => <span className="op-time">{dateTime(one.RequestTime)}</span>,
    },
    {
      key: 'publisher',
      head: t('operator.payouts.publisher'),
      name: true,
      cell: (one) => (
        <>
          {one.Company}
          <span className="op-second">
            {one.Bank} {masked(one.Number)}
          </span>
        </>
      ),
    },
    {
      key: 'checks',
      head: t('operator.payouts.checks'),
      card: 'state',
      cell: (one) =>
        one.AccountChanged ? (
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
      cell: (one) => <b>{number(one.Num)}</b>,
    },
  ]
}

const matches = (one: PayoutRequest, words: string): boolean =>
  [one.Company, one.Email, one.Name].some((text) => text.toLowerCase().includes(words.trim().toLowerCase()))

/** Tab, search and the open request stand in the URL. */
function useQueueState() {
  const [query, setQuery] = useSearchParams()
  const change = (values: Record<string, string>) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace: true },
    )
  const tab = tabs.find((value) => value === query.get('tab')) ?? 'WAITING'
  return { tab, words: query.get('words') ?? '', open: Number(query.get('request')), query, change }
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
  const lines = rows.map((one) => [
    ...[one.RequestID, one.RequestTime, one.CustID, one.Company, one.Email, one.Name, one.Bank, one.Number],
    ...[one.Num, one.Status],
  ])
  download(csvFile([head, ...lines]), 'payouts.csv')
}

/** The filters, the table and its keys; the letters act while the table has focus. */
function QueueTable(props: {
  rows: readonly PayoutRequest[] | undefined
  state: ReturnType<typeof useQueueState>
  panel: RefObject<PanelHandle | null>
}) {
  const { t, number, money } = useI18n()
  const columns = useColumns()
  const { rows } = props
  const { words, open, query, change } = props.state
  const keys = useQueueKeys({
    ids: rows?.map((one) => one.RequestID) ?? [],
    current: open,
    onMove: (id) => change({ request: String(id) }),
    panel: props.panel,
  })
  const sum = rows?.reduce((total, one) => total + one.Num, 0) ?? 0
  const linkTo = (one: PayoutRequest) => {
    const next = new URLSearchParams(query)
    next.set('request', String(one.RequestID))
    return `?${next}`
  }
  return (
    <>
      <div className="filters op-filters">
        <TextField
          label={t('operator.payouts.search')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          value={words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
        <span className="end quiet">
          {t('operator.payouts.inAll')} <b>{money(sum)}</b>
        </span>
      </div>
      <section
        className="op-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the queue work while this has focus
        tabIndex={0}
        aria-label={t('operator.payouts.keys')}
        onKeyDown={keys.handle}
      >
        <DataTable
          label={t('operator.payouts.title')}
          columns={columns}
          rows={rows}
          rowKey={(one) => one.RequestID}
          rowLink={linkTo}
          selectedKey={open}
          total={{
            publisher: t('operator.payouts.total', countOf(rows, number)),
            amount: number(sum),
          }}
          empty={<Empty icon={<IconReceipt size={20} stroke={1.75} />} title={t('operator.payouts.empty')} />}
        />
      </section>
      <KeyHelp on={keys.on} onToggle={keys.toggle} />
    </>
  )
}

const countOf = (rows: readonly unknown[] | undefined, number: (value: number) => string) => {
  const count = rows?.length ?? 0
  return { count, requests: number(count) }
}

export function PayoutQueue() {
  const { t, number } = useI18n()
  const state = useQueueState()
  const { tab, words, open, change } = state
  const narrow = useMediaQuery(`(max-width: ${breakpoints.wide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const panel = useRef<PanelHandle>(null)
  const { data } = useQueryCall(adminListPayouts, {})
  const rows = data?.requests.filter((one) => one.Status === tab && matches(one, words))
  const opened = data?.requests.find((one) => one.RequestID === open)
  const close = () => change({ request: '' })
  const detail = opened ? (
    <PayoutPanel key={opened.RequestID} request={opened} onClose={close} handle={panel} inOverlay={narrow} />
  ) : null
  const count = t('operator.payouts.total', countOf(rows, number))
  return (
    <>
      <PageHead
        title={t('operator.payouts.title')}
        facts={rows ? `${t(`operator.payouts.statusOf.${tab}`)}: ${count}` : ''}
        actions={
          <Button icon={<IconDownload size={18} stroke={1.75} />} onClick={() => saveCsv(rows ?? [])}>
            {t('operator.csv')}
          </Button>
        }
      />
      <div className={detail && !narrow ? 'op-split op-split-open' : 'op-split'}>
        <Card pad="none">
          <CountTabs
            label={t('operator.payouts.title')}
            value={tab}
            tabs={tabs.map((value) => ({
              value,
              label: t(`operator.payouts.statusOf.${value}`),
              ...(value === 'COMPLETE'
                ? {}
                : { count: data?.requests.filter((one) => one.Status === value).length }),
            }))}
            onChange={(value) => change({ tab: value === 'WAITING' ? '' : value, request: '' })}
          >
            <QueueTable rows={rows} state={state} panel={panel} />
          </CountTabs>
        </Card>
        {narrow ? null : detail}
      </div>
      {narrow && opened ? (
        <Overlay title={opened.Company} onClose={close}>
          {detail}
        </Overlay>
      ) : null}
    </>
  )
}
