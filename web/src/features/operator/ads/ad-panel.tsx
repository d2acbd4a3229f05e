import { IconCheck, IconPlayerPauseFilled, IconSpeakerphone, IconX } from '@tabler/icons-react'
import { adminGetAd, adminListAds, adminStopAd, operatorQueues, reviewAd } from '@voltline/contract'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useContractMutation } from '../../../api/mutation.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import cardClasses from '../../../ui/page/card.module.css'
import { Empty, NotLoaded } from '../../../ui/page/empty.tsx'
import shared from '../../../ui/theme/shared.module.css'
import panelClasses from '../operator.module.css'
import { askReason, reasonMax, useMayWrite, WriteButton } from '../writing.tsx'
import { History, Material, type OpenedAd, Reports, Targets, Terms } from './ad-content.tsx'
import classes from './ads.module.css'
import { ReviewChip, StatusChip } from './chips.tsx'

/** The actions of the queue's keys on the open ad. */
export interface AdPanelHandle {
  focus: () => void
  approve: () => void
  reject: () => void
}

/** The usual reasons; each only fills in the text, which may be changed. */
const usualReasons = ['misleading', 'adult', 'forbidden', 'rights', 'target', 'quality'] as const

const refreshes = [adminListAds, adminGetAd, operatorQueues]

function useVerdict(ad: OpenedAd, onJudged: () => void) {
  const { t } = useI18n()
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const change = useContractMutation(reviewAd, { refreshes })
  async function judge(approve: boolean) {
    const verdict = { proID: ad.ProID, approve, reason: approve ? '' : reason.trim() }
    // What has changed since it was shown is refused, and shown again.
    if (!(await change.send({ ...verdict, ...(ad.ReviewTime ? { reviewTime: ad.ReviewTime } : {}) }))) return
    showToast(t(approve ? 'operator.ads.approvedToast' : 'operator.ads.rejectedToast'))
    onJudged()
  }
  /** Returns whether it could be tried. */
  function reject(): boolean {
    if (reason.trim() === '') {
      setError(t('operator.ads.panel.reasonNeeded'))
      return false
    }
    void judge(false)
    return true
  }
  function write(text: string) {
    setReason(text)
    setError('')
  }
  return { reason, error, write, approve: () => void judge(true), reject, pending: change.isPending }
}

function StopButton({ ad }: { ad: OpenedAd }) {
  const { t } = useI18n()
  const stop = useContractMutation(adminStopAd, { refreshes })
  async function handleClick() {
    const reason = await askReason({
      title: t('operator.ads.stopQuestion', { name: ad.Name }),
      effect: t('operator.ads.stopEffect'),
      verb: t('operator.ads.stop'),
      danger: true,
    })
    if (reason !== null && (await stop.send({ proID: ad.ProID, reason })))
      showToast(t('operator.ads.stoppedToast'))
  }
  return (
    <div className={classes.stop}>
      <WriteButton
        icon={<IconPlayerPauseFilled size={16} />}
        pending={stop.isPending}
        onClick={() => void handleClick()}
      >
        {t('operator.ads.stop')}
      </WriteButton>
    </div>
  )
}

type VerdictForm = ReturnType<typeof useVerdict>

function ReasonFields({ verdict, field }: { verdict: VerdictForm; field: Ref<HTMLTextAreaElement> }) {
  const { t } = useI18n()
  const mayWrite = useMayWrite()
  return (
    <>
      <SelectField
        label={t('operator.ads.panel.usual')}
        placeholder={t('operator.ads.panel.choose')}
        value={null}
        disabled={!mayWrite}
        data={usualReasons.map((name) => ({ value: name, label: t(`operator.ads.reasons.${name}.name`) }))}
        onChange={(value) => {
          const known = usualReasons.find((name) => name === value)
          if (known) verdict.write(t(`operator.ads.reasons.${known}.text`))
        }}
      />
      <TextAreaField
        ref={field}
        label={t('operator.ads.panel.reason')}
        hint={t('operator.ads.panel.reasonHint')}
        error={verdict.error}
        autosize
        minRows={2}
        maxLength={reasonMax}
        readOnly={!mayWrite}
        value={verdict.reason}
        onChange={(event) => verdict.write(event.currentTarget.value)}
      />
    </>
  )
}

function Answers(props: { ad: OpenedAd; isReported: boolean; verdict: VerdictForm; onReject: () => void }) {
  const { t } = useI18n()
  const { ad, verdict } = props
  return (
    <div className={panelClasses.answers}>
      {ad.Review === 'REJECTED' ? null : (
        <WriteButton
          icon={<IconX size={18} stroke={1.75} />}
          pending={verdict.pending}
          onClick={props.onReject}
        >
          {t('operator.ads.reject')}
        </WriteButton>
      )}
      {ad.Review === 'APPROVED' && !props.isReported ? null : (
        <WriteButton
          kind="primary"
          icon={<IconCheck size={18} stroke={1.75} />}
          pending={verdict.pending}
          onClick={verdict.approve}
        >
          {t('operator.ads.approve')}
        </WriteButton>
      )}
      {ad.Status === 'INPROGRESS' ? <StopButton ad={ad} /> : null}
    </div>
  )
}

function Verdict({
  ad,
  isReported,
  handle,
  onJudged,
}: {
  ad: OpenedAd
  isReported: boolean
  handle: Ref<AdPanelHandle>
  onJudged: () => void
}) {
  const { t } = useI18n()
  const verdict = useVerdict(ad, onJudged)
  const mayWrite = useMayWrite()
  const head = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const mayApprove =
    mayWrite && ad.Status !== 'FIRST' && (ad.Review !== 'APPROVED' || isReported) && !verdict.pending
  const mayReject = mayWrite && ad.Status !== 'FIRST' && ad.Review !== 'REJECTED' && !verdict.pending
  const reject = () => {
    if (!verdict.reject()) field.current?.focus()
  }
  useImperativeHandle(handle, () => ({
    focus: () => head.current?.focus(),
    approve: () => {
      if (mayApprove) verdict.approve()
    },
    reject: () => {
      if (mayReject) reject()
    },
  }))
  if (ad.Status === 'FIRST') {
    return (
      <div ref={head} tabIndex={-1} className={panelClasses.panelPart}>
        <p className={shared.hint}>{t('operator.ads.panel.neverStarted')}</p>
      </div>
    )
  }
  return (
    <div className={`${panelClasses.panelPart} ${shared.form}`} ref={head} tabIndex={-1}>
      {ad.Review === 'REJECTED' ? null : <ReasonFields verdict={verdict} field={field} />}
      <Answers ad={ad} isReported={isReported} verdict={verdict} onReject={reject} />
    </div>
  )
}

function ReviewState({ ad }: { ad: OpenedAd }) {
  const { dateTime } = useI18n()
  return (
    <>
      <div className={`${shared.row} ${classes.state}`}>
        <StatusChip status={ad.Status} />
        <ReviewChip review={ad.Review} />
      </div>
      <p className={shared.hint}>
        {ad.CampName} · ID {ad.ProID}
        {ad.ReviewTime ? ` · ${dateTime(ad.ReviewTime)}` : ''}
      </p>
      {ad.ReviewReason ? (
        <Banner tone="bad">
          <span className={classes.reason}>{ad.ReviewReason}</span>
        </Banner>
      ) : null}
    </>
  )
}

export function AdPanel(props: {
  proID: number
  onClose: () => void
  onJudged: () => void
  handle: Ref<AdPanelHandle>
  inOverlay: boolean
}) {
  const { t } = useI18n()
  const {
    data,
    isError: failed,
    refetch: retry,
  } = useContractQuery(adminGetAd, { proID: props.proID }, { loads: 'part' })
  const ad = data?.ad
  return (
    <aside
      className={props.inOverlay ? panelClasses.panel : `${cardClasses.card} ${panelClasses.panel}`}
      aria-label={t('operator.ads.panel.label')}
      aria-busy={!data && !failed}
    >
      <header className={panelClasses.panelPart}>
        <div className={panelClasses.panelName}>
          {props.inOverlay ? null : <h2>{ad?.Name ?? t('operator.ads.panel.label')}</h2>}
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
        {ad ? <ReviewState ad={ad} /> : null}
      </header>
      {failed ? <NotLoaded onRetry={retry} /> : null}
      {data && !ad ? (
        <Empty icon={<IconSpeakerphone size={20} stroke={1.75} />} title={t('operator.ads.panel.missing')} />
      ) : null}
      {ad && data.advertiser ? (
        <>
          <Material ad={ad} />
          <Targets ad={ad} />
          <Reports reports={data.reports} />
          <Verdict
            key={ad.ReviewTime}
            ad={ad}
            isReported={data.reports.length > 0}
            handle={props.handle}
            onJudged={props.onJudged}
          />
          <History advertiser={data.advertiser} />
          <Terms ad={ad} />
        </>
      ) : null}
    </aside>
  )
}
