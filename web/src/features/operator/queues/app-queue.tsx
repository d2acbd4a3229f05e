import { IconApps, IconCheck, IconExternalLink, IconX } from '@tabler/icons-react'
import { adminListApps, approveApp, operatorQueues, type Received } from '@voltline/contract'
import { useContractMutation } from '../../../api/mutation.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { askConfirm } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { Platform } from '../../../ui/pictures/platform.tsx'
import { QueuePage } from '../../../ui/queue/queue-page.tsx'
import { useQueue } from '../../../ui/queue/use-queue.ts'
import { Pager, useLastPage } from '../../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import classes from '../operator.module.css'
import { askReason, WriteButton } from '../writing.tsx'

export type ReviewedApp = Received<typeof adminListApps>['apps'][number]

const tabs = ['waiting', 'rejected', 'approved'] as const
const stateOf = { waiting: 'WAITING', rejected: 'REJECTED', approved: 'APPROVED' } as const
const isRejected = (app: ReviewedApp): boolean => !app.Approval && app.Reason !== ''

function AppActs({ app }: { app: ReviewedApp }) {
  const { t } = useI18n()
  const change = useContractMutation(approveApp, { refreshes: [adminListApps, operatorQueues] })
  async function handleApprove() {
    const sure = await askConfirm({
      title: t('operator.apps.approveQuestion', { name: app.Name }),
      effect: t('operator.apps.approveEffect'),
      verb: t('operator.apps.approve'),
    })
    if (sure && (await change.send({ appID: app.AppID, approval: true })))
      showToast(t('operator.apps.approvedToast'))
  }
  async function handleReject() {
    const reason = await askReason({
      title: t('operator.apps.rejectQuestion', { name: app.Name }),
      effect: t('operator.apps.rejectEffect'),
      verb: t('operator.apps.reject'),
      danger: true,
    })
    if (reason === null) return
    if (await change.send({ appID: app.AppID, approval: false, reason }))
      showToast(t('operator.apps.rejectedToast'))
  }
  const named = (verb: string) => `${verb}: ${app.Name}`
  return (
    <span className={classes.acts}>
      {isRejected(app) ? null : (
        <WriteButton
          size="sm"
          icon={<IconX size={16} stroke={1.75} />}
          aria-label={named(t('operator.apps.reject'))}
          onClick={() => void handleReject()}
        >
          {t('operator.apps.reject')}
        </WriteButton>
      )}
      {app.Approval ? null : (
        <WriteButton
          size="sm"
          kind="primary"
          icon={<IconCheck size={16} stroke={1.75} />}
          aria-label={named(t('operator.apps.approve'))}
          onClick={() => void handleApprove()}
        >
          {t('operator.apps.approve')}
        </WriteButton>
      )}
    </span>
  )
}

/** Columns that both queues of apps share. */
export function useAppColumns(): readonly Column<ReviewedApp>[] {
  const { t, dateTime } = useI18n()
  return [
    {
      key: 'name',
      head: t('operator.apps.name'),
      name: true,
      cell: (app) => (
        <>
          <b>{app.Name}</b>
          <span className={classes.second}>{app.Company}</span>
        </>
      ),
    },
    { key: 'email', head: t('operator.email'), cell: (app) => app.Email },
    {
      key: 'platform',
      head: t('operator.apps.platform'),
      card: 'left',
      cell: (app) => (
        <Platform
          android={app.Platform === 'AOS'}
          name={t(app.Platform === 'AOS' ? 'operator.apps.android' : 'operator.apps.ios')}
        />
      ),
    },
    {
      key: 'time',
      head: t('operator.registered'),
      cell: (app) => <span className={classes.time}>{dateTime(app.RegistTime)}</span>,
    },
  ]
}

export function AppQueue() {
  const { t, number } = useI18n()
  const queue = useQueue(tabs)
  const { tab, words, pageNo, setPage } = queue
  const { data } = useContractQuery(adminListApps, { state: stateOf[tab], words, pageNo }, { keepLast: true })
  useLastPage({ rows: data?.apps, rowCount: data?.rowCount }, setPage)
  const waiting = useContractQuery(operatorQueues, {}, { loads: 'background' }).data?.queues.Apps
  const appColumns = useAppColumns()
  const columns: readonly Column<ReviewedApp>[] = [
    ...appColumns,
    {
      key: 'store',
      head: t('operator.apps.store'),
      cell: (app) => (
        <a
          className={classes.link}
          href={app.Package}
          target="_blank"
          rel="noreferrer"
          aria-label={t('operator.apps.open', { name: app.Name })}
        >
          <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
          {t('operator.apps.store')}
        </a>
      ),
    },
    ...(tab === 'rejected'
      ? [{ key: 'reason', head: t('operator.reason'), cell: (app: ReviewedApp) => app.Reason }]
      : []),
    { key: 'act', head: t('operator.act'), align: 'right', cell: (app) => <AppActs app={app} /> },
  ]
  return (
    <QueuePage
      title={t('operator.apps.title')}
      facts={
        waiting === undefined ? '' : t('operator.apps.facts', { count: waiting, waiting: number(waiting) })
      }
      queue={queue}
      tabs={tabs.map((value) => ({
        value,
        label: t(`operator.apps.${value}`),
        ...(value === 'waiting' ? { count: waiting } : {}),
      }))}
      search={t('operator.apps.search')}
    >
      <DataTable
        label={t('operator.apps.title')}
        columns={columns}
        rows={data?.apps}
        rowKey={(app) => app.AppID}
        empty={<Empty icon={<IconApps size={20} stroke={1.75} />} title={t('operator.apps.empty')} />}
        foot={<Pager page={pageNo} rowCount={data?.rowCount ?? 0} onPage={setPage} />}
      />
    </QueuePage>
  )
}
