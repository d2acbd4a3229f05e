import { IconKey, IconKeyOff, IconRefresh } from '@tabler/icons-react'
import { adminListApps, apiKeyStatus, issueKey, operatorQueues, revokeKey } from '@voltline/contract'
import { useContractMutation } from '../../../api/mutation.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { askConfirm } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { QueuePage } from '../../../ui/queue/queue-page.tsx'
import { useQueue } from '../../../ui/queue/use-queue.ts'
import { Pager, useLastPage } from '../../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import classes from '../operator.module.css'
import { WriteButton } from '../writing.tsx'
import { type ReviewedApp, useAppColumns } from './app-queue.tsx'

const tabs = ['waiting', 'issued', 'none'] as const
type Tab = (typeof tabs)[number]
const stateIn = { waiting: 'KEY_WAITING', issued: 'KEY_ISSUED', none: 'KEY_NONE' } as const
const tabOf = (app: ReviewedApp): Tab =>
  app.ApiKeyStatus === apiKeyStatus.waiting
    ? 'waiting'
    : app.ApiKeyStatus === apiKeyStatus.notRequested
      ? 'none'
      : 'issued'

function KeyActs({ app }: { app: ReviewedApp }) {
  const { t } = useI18n()
  const refreshes = [adminListApps, operatorQueues]
  const issue = useContractMutation(issueKey, { refreshes })
  const revoke = useContractMutation(revokeKey, { refreshes })
  const state = tabOf(app)
  const issueVerb = state === 'issued' ? 'rotate' : 'issue'
  const revokeVerb = state === 'issued' ? 'revoke' : 'decline'
  const ask = (verb: 'issue' | 'rotate' | 'revoke' | 'decline') =>
    askConfirm({
      title: t(`operator.keys.${verb}Question`, { name: app.Name }),
      effect: t(`operator.keys.${verb}Effect`),
      verb: t(`operator.keys.${verb}`),
      danger: verb === 'revoke',
    })
  async function handleIssue() {
    if ((await ask(issueVerb)) && (await issue.send({ appID: app.AppID })))
      showToast(t('operator.keys.issuedToast'))
  }
  async function handleRevoke() {
    if ((await ask(revokeVerb)) && (await revoke.send({ appID: app.AppID }))) {
      showToast(t('operator.keys.revokedToast'))
    }
  }
  const IssueIcon = state === 'issued' ? IconRefresh : IconKey
  return (
    <span className={classes.acts}>
      {state === 'none' ? null : (
        <WriteButton
          size="sm"
          icon={<IconKeyOff size={16} stroke={1.75} />}
          aria-label={`${t(`operator.keys.${revokeVerb}`)}: ${app.Name}`}
          onClick={() => void handleRevoke()}
        >
          {t(`operator.keys.${revokeVerb}`)}
        </WriteButton>
      )}
      <WriteButton
        size="sm"
        kind={state === 'waiting' ? 'primary' : 'outline'}
        icon={<IssueIcon size={16} stroke={1.75} />}
        aria-label={`${t(`operator.keys.${issueVerb}`)}: ${app.Name}`}
        onClick={() => void handleIssue()}
      >
        {t(`operator.keys.${issueVerb}`)}
      </WriteButton>
    </span>
  )
}

export function KeyQueue() {
  const { t, number } = useI18n()
  const queue = useQueue(tabs)
  const { tab, words, pageNo, setPage } = queue
  const { data } = useContractQuery(adminListApps, { state: stateIn[tab], words, pageNo }, { keepLast: true })
  useLastPage({ rows: data?.apps, rowCount: data?.rowCount }, setPage)
  const waiting = useContractQuery(operatorQueues, {}, { loads: 'background' }).data?.queues.Keys
  const columns: readonly Column<ReviewedApp>[] = [
    ...useAppColumns(),
    { key: 'act', head: t('operator.act'), align: 'right', cell: (app) => <KeyActs app={app} /> },
  ]
  return (
    <QueuePage
      title={t('operator.keys.title')}
      facts={
        waiting === undefined ? '' : t('operator.keys.facts', { count: waiting, waiting: number(waiting) })
      }
      queue={queue}
      tabs={tabs.map((value) => ({
        value,
        label: t(`operator.keys.${value}`),
        ...(value === 'waiting' ? { count: waiting } : {}),
      }))}
      search={t('operator.apps.search')}
    >
      <DataTable
        label={t('operator.keys.title')}
        columns={columns}
        rows={data?.apps}
        rowKey={(app) => app.AppID}
        empty={<Empty icon={<IconKey size={20} stroke={1.75} />} title={t('operator.keys.empty')} />}
        foot={<Pager page={pageNo} rowCount={data?.rowCount ?? 0} onPage={setPage} />}
      />
    </QueuePage>
  )
}
