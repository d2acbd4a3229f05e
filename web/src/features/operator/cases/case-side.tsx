import { IconCheck, IconReceiptRefund } from '@tabler/icons-react'
import { adminGetCase, adminListCases, confirmCase, releaseCase } from '@voltline/contract'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { askConfirm, showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import { Card } from '../../../ui/page/card.tsx'
import shared from '../../../ui/theme/shared.module.css'
import { reasonMax, useMayWrite, WriteButton } from '../writing.tsx'
import type { OpenedCase } from './case-detail.tsx'
import classes from './cases.module.css'

const refreshes = [adminGetCase, adminListCases]

type Values = { reason: string }

function useDecision(one: OpenedCase) {
  const { t, money } = useI18n()
  const client = { refreshes, onRefusal }
  function onRefusal(code: string): boolean {
    if (code === 'UNKNOWN') void showAlert(t('quality.cases.decided'))
    return code === 'UNKNOWN'
  }
  const confirm = useContractMutation(confirmCase, client)
  const release = useContractMutation(releaseCase, client)
  const amount = money(one.Amount)
  async function handleConfirm({ reason }: Values) {
    const sure = await askConfirm({
      title: t('quality.cases.confirmQuestion', { amount }),
      effect: t('quality.cases.confirmEffect'),
      verb: t('quality.cases.confirm'),
      danger: true,
    })
    if (!sure) return
    const done = await confirm.send({ caseID: one.CaseID, reason: reason.trim() })
    if (done) showToast(t('quality.cases.confirmed', { amount: money(done.corrected.Amount) }))
  }
  async function handleRelease({ reason }: Values) {
    const sure = await askConfirm({
      title: t('quality.cases.releaseQuestion', { amount }),
      effect: t('quality.cases.releaseEffect'),
      verb: t('quality.cases.release'),
    })
    if (!sure) return
    const done = await release.send({ caseID: one.CaseID, reason: reason.trim() })
    if (done) showToast(t('quality.cases.released'))
  }
  return { handleConfirm, handleRelease, pending: confirm.isPending || release.isPending }
}

/** Both ways need a reason, and both ask first. */
export function Decision({ one }: { one: OpenedCase }) {
  const { t } = useI18n()
  const mayWrite = useMayWrite()
  const { handleConfirm, handleRelease, pending } = useDecision(one)
  const form = useContractForm<Values>((forms) => forms.reasonTextForm, { reason: '' })
  async function decide(act: (values: Values) => Promise<void>) {
    if (await form.checkFields(['reason'])) await act(form.values)
  }
  return (
    <Card label={t('quality.cases.decide')}>
      <h2 className={classes.cardTitle}>{t('quality.cases.decide')}</h2>
      <div className={shared.form}>
        <TextAreaField
          label={t('quality.cases.reason')}
          hint={t('quality.cases.decisionHint')}
          required
          autosize
          minRows={3}
          maxLength={reasonMax}
          readOnly={!mayWrite}
          {...form.getInputProps('reason')}
        />
        <div className={classes.answers}>
          <WriteButton
            icon={<IconCheck size={18} stroke={1.75} />}
            pending={pending}
            onClick={() => void decide(handleRelease)}
          >
            {t('quality.cases.release')}
          </WriteButton>
          <WriteButton
            kind="danger"
            icon={<IconReceiptRefund size={18} stroke={1.75} />}
            pending={pending}
            onClick={() => void decide(handleConfirm)}
          >
            {t('quality.cases.confirm')}
          </WriteButton>
        </div>
      </div>
    </Card>
  )
}

export function Appeal({ one }: { one: OpenedCase }) {
  const { t, dateTime } = useI18n()
  return (
    <Card label={t('quality.cases.appeal')}>
      <h2 className={classes.cardTitle}>{t('quality.cases.appeal')}</h2>
      {one.AppealTime ? (
        <>
          <p className={shared.hint}>{dateTime(one.AppealTime)}</p>
          <p className={classes.words}>{one.Appeal}</p>
        </>
      ) : (
        <p className={shared.quiet}>{t('quality.cases.noAppeal')}</p>
      )}
    </Card>
  )
}

/** What was done, newest last. */
export function Log({ one }: { one: OpenedCase }) {
  const { t, dateTime } = useI18n()
  const byOf = ({ By, Action }: OpenedCase['Log'][number]) =>
    By || t(Action === 'APPEALED' ? 'quality.cases.publisher' : 'quality.cases.detectors')
  return (
    <Card label={t('quality.cases.log')}>
      <h2 className={classes.cardTitle}>{t('quality.cases.log')}</h2>
      <ol className={classes.log}>
        {one.Log.map((entry) => (
          <li key={`${entry.Time}${entry.Action}`}>
            <b>{t(`quality.cases.logOf.${entry.Action}`)}</b>
            <span className={shared.hint}>
              {dateTime(entry.Time)} · {byOf(entry)}
            </span>
            {entry.Text ? <p className={classes.words}>{entry.Text}</p> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}
