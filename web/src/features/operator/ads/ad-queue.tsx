import { useMediaQuery } from '@mantine/hooks'
import { IconSpeakerphone } from '@tabler/icons-react'
import { adminListAds, breakpoints, operatorQueues, type Received } from '@voltline/contract'
import { type RefObject, useRef } from 'react'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Overlay } from '../../../ui/drawer/overlay.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { QueuePage } from '../../../ui/queue/queue-page.tsx'
import { type Queue, useQueue } from '../../../ui/queue/use-queue.ts'
import { Pager, useLastPage } from '../../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import classes from '../operator.module.css'
import { KeyHelp, neighbour, useQueueKeys } from '../queues/queue-keys.tsx'
import { AdPanel, type AdPanelHandle } from './ad-panel.tsx'
import { ReviewChip, StatusChip } from './chips.tsx'

type AdRow = Received<typeof adminListAds>['ads'][number]

const tabs = ['WAITING', 'REJECTED', 'APPROVED', 'ALL'] as const
type Tab = (typeof tabs)[number]
const statuses = ['INPROGRESS', 'STOPPED', 'COMPLETE'] as const

function useColumns(tab: Tab): readonly Column<AdRow>[] {
  const { t, dateTime } = useI18n()
  const time = (ad: AdRow) => (ad.ReviewTime ? dateTime(ad.ReviewTime) : '–')
  return [
    {
      key: 'name',
      head: t('operator.ads.name'),
      name: true,
      cell: (ad) => (
        <>
          {ad.ProName}
          <span className={classes.second}>{ad.Company}</span>
        </>
      ),
    },
    {
      key: 'product',
      head: t('operator.ads.product'),
      card: 'left',
      cell: (ad) => `${t(`operator.ads.productOf.${ad.Product}`)} · ${ad.BillingType}`,
    },
    {
      key: 'status',
      head: t('operator.ads.status'),
      card: 'state',
      cell: (ad) => <StatusChip status={ad.Status} />,
    },
    ...(tab === 'ALL'
      ? [
          {
            key: 'review',
            head: t('operator.ads.review'),
            card: 'left' as const,
            cell: (ad: AdRow) => <ReviewChip review={ad.Review} />,
          },
        ]
      : []),
    ...(tab === 'REJECTED'
      ? [{ key: 'reason', head: t('operator.reason'), cell: (ad: AdRow) => ad.Reason }]
      : []),
    {
      key: 'time',
      head: t(tab === 'WAITING' ? 'operator.ads.waitingSince' : 'operator.ads.reviewed'),
      card: 'left',
      cell: (ad) => <span className={classes.time}>{time(ad)}</span>,
    },
  ]
}

type Found = Received<typeof adminListAds>

/** The table and its keys; the letters act while the table has focus. */
function AdTable(props: {
  found: Found | undefined
  open: number
  queue: Queue<Tab>
  panel: RefObject<AdPanelHandle | null>
}) {
  const { t } = useI18n()
  const { found, open, panel } = props
  const { tab, words, pageNo, setPage, query, change } = props.queue
  const columns = useColumns(tab)
  const keys = useQueueKeys({
    ids: found?.ads.map((ad) => ad.ProID) ?? [],
    current: open,
    onMove: (id) => change({ request: String(id) }),
    onOpen: () => panel.current?.focus(),
    acts: { a: () => panel.current?.approve(), r: () => panel.current?.reject() },
  })
  const linkTo = (ad: AdRow) => {
    const next = new URLSearchParams(query)
    next.set('request', String(ad.ProID))
    return `?${next}`
  }
  const isSearch = words !== '' || query.get('status') !== null
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
          label={t('operator.ads.title')}
          columns={columns}
          rows={found?.ads}
          rowKey={(ad) => ad.ProID}
          rowLink={linkTo}
          selectedKey={open}
          empty={
            <Empty
              icon={<IconSpeakerphone size={20} stroke={1.75} />}
              title={t(isSearch ? 'operator.ads.noMatch' : `operator.ads.empty.${tab}`)}
            />
          }
          foot={<Pager page={pageNo} rowCount={found?.rowCount ?? 0} onPage={setPage} />}
        />
      </section>
      <KeyHelp
        on={keys.on}
        onToggle={keys.toggle}
        letters={[
          [['A'], t('operator.ads.approve')],
          [['R'], t('operator.ads.reject')],
        ]}
      />
    </>
  )
}

function StatusFilter({ queue }: { queue: Queue<Tab> }) {
  const { t } = useI18n()
  const status = statuses.find((value) => value === queue.query.get('status')) ?? ''
  return (
    <SelectField
      label={t('operator.ads.status')}
      value={status}
      data={[
        { value: '', label: t('operator.customers.all') },
        ...statuses.map((value) => ({ value, label: t(`operator.ads.statusOf.${value}`) })),
      ]}
      onChange={(value) => queue.change({ status: value ?? '', pageNo: '', request: '' })}
    />
  )
}

/** Every ad: those that wait for a review first, with what the advertiser's people and devices will see. */
export function AdQueue() {
  const { t, number } = useI18n()
  const queue = useQueue(tabs)
  const { tab, words, pageNo, query, change } = queue
  const open = Number(query.get('request')) || 0
  const narrow = useMediaQuery(`(max-width: ${breakpoints.wide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const panel = useRef<AdPanelHandle>(null)
  const status = statuses.find((value) => value === query.get('status'))
  // Nothing of another tab or page is kept: the letters act on what is shown.
  const { data } = useContractQuery(adminListAds, {
    name: words,
    pageNo: String(pageNo),
    ...(tab === 'ALL' ? {} : { review: tab }),
    ...(status ? { status } : {}),
  })
  useLastPage({ rows: data?.ads, rowCount: data?.rowCount }, queue.setPage)
  const waiting = useContractQuery(operatorQueues, {}, { loads: 'background' }).data?.queues.Ads
  const close = () => change({ request: '' })
  /** A judged ad leaves the queue; the next one opens. */
  function handleJudged() {
    const ids = data?.ads.map((ad) => ad.ProID) ?? []
    const next = neighbour(ids, open, 1) ?? neighbour(ids, open, -1)
    if (tab === 'WAITING' && !narrow) change({ request: next === undefined ? '' : String(next) })
    else if (tab === 'WAITING') close()
  }
  const name = data?.ads.find((ad) => ad.ProID === open)?.ProName ?? t('operator.ads.panel.label')
  const detail =
    open > 0 ? (
      <AdPanel
        key={open}
        proID={open}
        onClose={close}
        onJudged={handleJudged}
        handle={panel}
        inOverlay={narrow}
      />
    ) : null
  return (
    <>
      <QueuePage
        title={t('operator.ads.title')}
        facts={
          waiting === undefined ? '' : t('operator.ads.facts', { count: waiting, waiting: number(waiting) })
        }
        queue={queue}
        tabs={tabs.map((value) => ({
          value,
          label: t(`operator.ads.tab.${value}`),
          ...(value === 'WAITING' ? { count: waiting } : {}),
        }))}
        search={t('operator.ads.search')}
        summary={<StatusFilter queue={queue} />}
        beside={narrow ? null : detail}
      >
        <AdTable found={data} open={open} queue={queue} panel={panel} />
      </QueuePage>
      {narrow && detail ? (
        <Overlay title={name} onClose={close}>
          {detail}
        </Overlay>
      ) : null}
    </>
  )
}
