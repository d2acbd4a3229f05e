import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconHandStop,
  IconWallet,
  IconX,
} from '@tabler/icons-react'
import {
  adminGetPayout,
  adminListPayouts,
  answerPayout,
  operatorQueues,
  type PayoutStatus,
  type Received,
  releasePayout,
} from '@voltline/contract'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { usePrivateFile } from '../../../api/private-file.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useRuleTexts } from '../../../i18n/rule-texts.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { askConfirm } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import cardClasses from '../../../ui/page/card.module.css'
import { Chip, type Tone } from '../../../ui/page/chip.tsx'
import { NotLoaded } from '../../../ui/page/empty.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../operator.module.css'
import { askReason, oneLine, reasonMax, useMayWrite, WriteButton } from '../writing.tsx'
import type { PayoutRequest } from './payout-queue.tsx'

type Detail = Received<typeof adminGetPayout>['detail']

/** The actions of the queue's keys on the open request. */
export interface PanelHandle {
  focus: () => void
  complete: () => void
  hold: () => void
}

const toneOf: Record<PayoutStatus, Tone> = {
  WAITING: 'line',
  HOLD: 'warn',
  COMPLETE: 'ok',
  RELEASED: 'line',
}

function MadeOf({ detail }: { detail: Detail }) {
  const { t, number } = useI18n()
  return (
    <section className={classes.panelPart}>
      <h3>{t('operator.payouts.panel.madeOf')}</h3>
      <dl className={classes.sums}>
        {detail.MadeOf.map((part) => (
          <div key={part.Month}>
            <dt>
              {part.Month
                ? t('operator.payouts.panel.revenueOf', { month: part.Month })
                : t('operator.payouts.panel.corrections')}
            </dt>
            <dd>{number(part.Part, { decimals: Number.isInteger(part.Part) ? 0 : 2 })}</dd>
          </div>
        ))}
        <div className={classes.sum}>
          <dt>{t('operator.payouts.panel.sum')}</dt>
          <dd>{number(detail.Num)}</dd>
        </div>
        <div>
          <dt>{t('operator.payouts.panel.payable')}</dt>
          <dd>{number(detail.Payable)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Invalid({ detail, customer }: { detail: Detail; customer: string }) {
  const { t, number, percent } = useI18n()
  const rules = useRuleTexts()
  const all = detail.Invalid.reduce((sum, rule) => sum + rule.Count, 0)
  const share = (count: number) => (all === 0 ? 0 : count / (detail.Events + all))
  return (
    <section className={classes.panelPart}>
      <h3>
        {t('operator.payouts.panel.invalid')}
        <span className={all > 0 ? classes.warn : shared.quiet}>
          {all > 0
            ? t('operator.payouts.panel.invalidShare', { percent: percent(share(all), { decimals: 1 }) })
            : t('operator.payouts.panel.invalidNone')}
        </span>
      </h3>
      {detail.Invalid.map((rule) => (
        <div key={rule.Reason} className={classes.barLine}>
          <span>{rules.name(rule.Reason)}</span>
          <span className={classes.bar} aria-hidden="true">
            <i style={{ width: `${Math.round((rule.Count / all) * 100)}%` }} />
          </span>
          <span className={classes.barFigure}>{number(rule.Count)}</span>
        </div>
      ))}
      {all > 0 ? (
        <p className={shared.hint}>
          {t('operator.payouts.panel.notBilled')}{' '}
          <Link to="/admin/invalid" aria-label={`${t('operator.payouts.panel.evidence')}: ${customer}`}>
            {t('operator.payouts.panel.evidence')}
          </Link>
        </p>
      ) : null}
    </section>
  )
}

/** Read with the operator's own session; the link opens the copy that this page has fetched. */
function Document({ name, label }: { name: string; label: string }) {
  const { t } = useI18n()
  const maySee = useMayWrite()
  const address = usePrivateFile(maySee ? name : '', adminGetPayout)
  if (!address) {
    const missing = name ? '…' : t('operator.payouts.panel.noDocument')
    return (
      <div className={classes.document}>
        <span className={shared.quiet}>{maySee ? missing : t('operator.payouts.panel.hiddenDocument')}</span>
        <span>{label}</span>
      </div>
    )
  }
  return (
    <a
      className={classes.document}
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={t('operator.payouts.panel.openDocument', { name: label })}
    >
      <img src={address} alt="" />
      <span>{label}</span>
    </a>
  )
}

function Documents({ detail, request }: { detail: Detail; request: PayoutRequest }) {
  const { t } = useI18n()
  return (
    <section className={classes.panelPart}>
      <h3>{t('operator.payouts.panel.documents')}</h3>
      <div className={classes.documents}>
        <Document name={detail.BankBook} label={t('operator.payouts.panel.bankBook')} />
        <Document name={detail.Certificate} label={t('operator.payouts.panel.certificate')} />
      </div>
      <p className={classes.account}>
        <span>
          {request.Name}, {request.Bank}
        </span>
        <span className={shared.mono}>{request.Number}</span>
      </p>
    </section>
  )
}

const refreshes = [adminListPayouts, adminGetPayout, operatorQueues]

function useAnswer(request: PayoutRequest) {
  const { t, money } = useI18n()
  const [reason, setReason] = useState(request.Status === 'HOLD' ? request.Reason : '')
  const [error, setError] = useState('')
  const change = useContractMutation(answerPayout, { refreshes })
  const release = useContractMutation(releasePayout, { refreshes })
  async function giveBack() {
    const given = await askReason({
      title: t('operator.payouts.panel.releaseQuestion', {
        amount: money(request.Num),
        company: request.Company,
      }),
      effect: t('operator.payouts.panel.releaseEffect'),
      verb: t('operator.payouts.panel.release'),
      danger: true,
    })
    if (given === null) return
    const done = await release.send({ requestID: request.RequestID, reason: given })
    if (done) showToast(t('operator.payouts.panel.done.RELEASED'))
  }
  async function move(status: PayoutStatus) {
    const done = await change.send({ requestID: request.RequestID, status, reason: reason.trim() })
    if (done) showToast(t(`operator.payouts.panel.done.${status}`))
  }
  async function complete() {
    const title = t('operator.payouts.panel.completeQuestion', {
      amount: money(request.Num),
      company: request.Company,
    })
    const effect = t('operator.payouts.panel.completeEffect')
    if (await askConfirm({ title, effect, verb: t('operator.payouts.panel.complete') }))
      await move('COMPLETE')
  }
  /** Answers whether it could be tried. */
  function hold(): boolean {
    if (reason.trim() === '') {
      setError(t('operator.payouts.panel.reasonNeeded'))
      return false
    }
    void move('HOLD')
    return true
  }
  function write(text: string) {
    setReason(oneLine(text))
    setError('')
  }
  return { reason, error, write, complete, hold, move, giveBack, pending: change.isPending }
}

function Answer({ request, handle }: { request: PayoutRequest; handle: Ref<PanelHandle> }) {
  const { t } = useI18n()
  const answer = useAnswer(request)
  const mayWrite = useMayWrite()
  const head = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isDecided = request.Status === 'COMPLETE' || request.Status === 'RELEASED'
  const isOpen = !isDecided && mayWrite
  const hold = () => {
    if (!answer.hold()) field.current?.focus()
  }
  useImperativeHandle(handle, () => ({
    focus: () => head.current?.focus(),
    complete: () => {
      if (isOpen) void answer.complete()
    },
    hold: () => {
      if (isOpen && request.Status === 'WAITING') hold()
    },
  }))
  if (isDecided) return <div ref={head} tabIndex={-1} />
  return (
    <div className={`${classes.panelPart} ${shared.form}`} ref={head} tabIndex={-1}>
      <TextAreaField
        ref={field}
        label={t('operator.payouts.panel.reason')}
        hint={t('operator.payouts.panel.reasonHint')}
        error={answer.error}
        required
        autosize
        minRows={2}
        maxLength={reasonMax}
        readOnly={!mayWrite || request.Status === 'HOLD'}
        value={answer.reason}
        onChange={(event) => answer.write(event.currentTarget.value)}
      />
      <div className={classes.answers}>
        {request.Status === 'WAITING' ? (
          <WriteButton icon={<IconHandStop size={18} stroke={1.75} />} onClick={hold}>
            {t('operator.payouts.panel.hold')}
          </WriteButton>
        ) : (
          <>
            <WriteButton
              icon={<IconArrowBackUp size={18} stroke={1.75} />}
              onClick={() => void answer.move('WAITING')}
            >
              {t('operator.payouts.panel.back')}
            </WriteButton>
            <WriteButton icon={<IconWallet size={18} stroke={1.75} />} onClick={() => void answer.giveBack()}>
              {t('operator.payouts.panel.release')}
            </WriteButton>
          </>
        )}
        <WriteButton
          kind="primary"
          icon={<IconCheck size={18} stroke={1.75} />}
          pending={answer.pending}
          onClick={() => void answer.complete()}
        >
          {t('operator.payouts.panel.complete')}
        </WriteButton>
      </div>
    </div>
  )
}

export function PayoutPanel(props: {
  request: PayoutRequest
  onClose: () => void
  handle: Ref<PanelHandle>
  inOverlay: boolean
}) {
  const { t, number, dateTime } = useI18n()
  const { request } = props
  const {
    data,
    isError: failed,
    refetch: retry,
  } = useContractQuery(adminGetPayout, { requestID: request.RequestID }, { loads: 'part' })
  const detail = data?.detail
  return (
    <aside
      className={props.inOverlay ? classes.panel : `${cardClasses.card} ${classes.panel}`}
      aria-label={t('operator.payouts.panel.label')}
    >
      <header className={classes.panelPart}>
        <div className={classes.panelName}>
          {props.inOverlay ? null : <h2>{request.Company}</h2>}
          <Chip tone={toneOf[request.Status]}>{t(`operator.payouts.statusOf.${request.Status}`)}</Chip>
          {props.inOverlay ? null : (
            <span className={shared.end}>
              <IconButton
                label={t('ui.close')}
                icon={<IconX size={20} stroke={1.75} />}
                onClick={props.onClose}
              />
            </span>
          )}
        </div>
        <p className={classes.amount}>
          {number(request.Num)} <span className={shared.quiet}>{t('ui.krw')}</span>
        </p>
        <p className={shared.hint}>
          {t('operator.payouts.panel.requested', { time: dateTime(request.RequestTime) })}
          {detail?.AnswerTime
            ? ` · ${t('operator.payouts.panel.answered', { time: dateTime(detail.AnswerTime), email: detail.AnsweredBy })}`
            : ''}
        </p>
        {request.AccountChanged ? (
          <Banner tone="warn" icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />}>
            {t('operator.payouts.accountChangedHint')}
          </Banner>
        ) : null}
      </header>
      {failed ? <NotLoaded onRetry={retry} /> : null}
      {detail ? (
        <>
          <MadeOf detail={detail} />
          <Invalid detail={detail} customer={request.Company} />
          <Documents detail={detail} request={request} />
        </>
      ) : null}
      <Answer key={request.Status} request={request} handle={props.handle} />
    </aside>
  )
}
