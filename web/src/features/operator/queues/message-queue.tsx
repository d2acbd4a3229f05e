import { IconCheck, IconMail, IconMessage } from '@tabler/icons-react'
import {
  adminListMessages,
  closeMessage,
  messageStates,
  operatorQueues,
  type Received,
} from '@voltline/contract'
import { useContractMutation } from '../../../api/mutation.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { askConfirm } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { QueuePage } from '../../../ui/queue/queue-page.tsx'
import { useQueue } from '../../../ui/queue/use-queue.ts'
import { Pager } from '../../../ui/table/pager.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../operator.module.css'
import { WriteButton } from '../writing.tsx'

type ContactMessage = Received<typeof adminListMessages>['messages'][number]
const tabName = { OPEN: 'open', CLOSED: 'closed' } as const

function Message({ message }: { message: ContactMessage }) {
  const { t, dateTime } = useI18n()
  const close = useContractMutation(closeMessage, { refreshes: [adminListMessages, operatorQueues] })
  async function handleClose() {
    const sure = await askConfirm({
      title: t('operator.messages.closeQuestion', { name: message.Name }),
      effect: t('operator.messages.closeEffect'),
      verb: t('operator.messages.close'),
    })
    if (sure && (await close.send({ messageID: message.MessageID })))
      showToast(t('operator.messages.closedToast'))
  }
  return (
    <li className={classes.message}>
      <header>
        <div>
          <b>{message.Name}</b> <span className={shared.quiet}>{message.Company}</span>
          <span className={classes.second}>
            {[message.Email, message.Mobile, dateTime(message.ReceivedTime)].filter(Boolean).join(' · ')}
          </span>
        </div>
        <span className={classes.acts}>
          <ButtonLink
            size="sm"
            outside
            to={`mailto:${encodeURIComponent(message.Email)}`}
            icon={<IconMail size={16} stroke={1.75} />}
          >
            {t('operator.messages.reply')}
          </ButtonLink>
          {message.ClosedTime ? null : (
            <WriteButton
              size="sm"
              kind="primary"
              icon={<IconCheck size={16} stroke={1.75} />}
              aria-label={`${t('operator.messages.close')}: ${message.Name}`}
              onClick={() => void handleClose()}
            >
              {t('operator.messages.close')}
            </WriteButton>
          )}
        </span>
      </header>
      <p className={classes.messageText}>{message.Message}</p>
      {message.ClosedTime ? (
        <p className={shared.hint}>
          {t('operator.messages.closedBy', { time: dateTime(message.ClosedTime), email: message.ClosedBy })}
        </p>
      ) : null}
    </li>
  )
}

export function MessageQueue() {
  const { t } = useI18n()
  const queue = useQueue(messageStates)
  const { tab, pageNo, setPage } = queue
  const { data } = useContractQuery(adminListMessages, { state: tab, pageNo }, { keepLast: true })
  return (
    <QueuePage
      title={t('operator.messages.title')}
      facts={t('operator.messages.facts')}
      queue={queue}
      tabs={messageStates.map((value) => ({
        value,
        label: t(`operator.messages.${tabName[value]}`),
        ...(value === 'OPEN' && tab === 'OPEN' ? { count: data?.rowCount } : {}),
      }))}
    >
      {data?.messages.length === 0 ? (
        <Empty icon={<IconMessage size={20} stroke={1.75} />} title={t('operator.messages.empty')} />
      ) : (
        <ul className={classes.messages}>
          {data?.messages.map((message) => (
            <Message key={message.MessageID} message={message} />
          ))}
        </ul>
      )}
      <Pager page={pageNo} rowCount={data?.rowCount ?? 0} onPage={setPage} />
    </QueuePage>
  )
}
