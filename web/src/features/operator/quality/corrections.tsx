import { IconReceiptRefund } from '@tabler/icons-react'
import { addCorrection, previewCorrection, type Received, type Sent } from '@voltline/contract'
import { useState } from 'react'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { askConfirm, showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { PageHead } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import { oneLine, reasonMax, WriteButton } from '../writing.tsx'
import { ByAdvertiser, CorrectionTiles } from './correction-figures.tsx'
import { CorrectionForm } from './correction-form.tsx'

export type Selection = Sent<typeof previewCorrection>
export type Found = Received<typeof previewCorrection>

/** A refusal in the words of this screen. */
function useRefusal() {
  const { t } = useI18n()
  return (code: string): boolean => {
    if (code !== 'NO_PERMISSION' && code !== 'UNKNOWN') return false
    void showAlert(t(code === 'UNKNOWN' ? 'quality.corrections.tooMany' : 'quality.corrections.notFound'))
    return true
  }
}

type ReasonValues = { reason: string }

function Confirm(props: { selection: Selection; found: Found; onDone: (corrected: Found) => void }) {
  const { t, money, number } = useI18n()
  const { selection, found } = props
  const correct = useContractMutation(addCorrection, { onRefusal: useRefusal() })
  const form = useContractForm<ReasonValues>((forms) => forms.reasonForm, { reason: '' })
  async function handleSubmit({ reason }: ReasonValues) {
    const sure = await askConfirm({
      title: t('quality.corrections.question', { amount: money(found.amount) }),
      effect: t('quality.corrections.effect', { count: found.events, charges: number(found.events) }),
      verb: t('quality.corrections.correct'),
      danger: true,
    })
    if (!sure) return
    const corrected = await correct.send({ ...selection, reason: reason.trim() })
    if (corrected) props.onDone(corrected)
  }
  const reason = form.getInputProps('reason')
  return (
    <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
      <TextAreaField
        label={t('quality.corrections.reason')}
        hint={t('quality.corrections.reasonHint')}
        required
        autosize
        minRows={2}
        maxLength={reasonMax}
        {...reason}
        onChange={(event) => reason.onChange(oneLine(event.currentTarget.value))}
      />
      <div>
        <WriteButton
          kind="danger"
          type="submit"
          pending={correct.isPending}
          icon={<IconReceiptRefund size={18} stroke={1.75} />}
        >
          {t('quality.corrections.correct')}
        </WriteButton>
      </div>
    </form>
  )
}

function Done({ corrected, onAnother }: { corrected: Found; onAnother: () => void }) {
  const { t, money, number } = useI18n()
  return (
    <>
      <Banner icon={<IconReceiptRefund size={20} stroke={1.75} aria-hidden="true" />}>
        <span role="status">
          {t('quality.corrections.doneText', {
            count: corrected.events,
            charges: number(corrected.events),
            amount: money(corrected.amount),
          })}
        </span>
      </Banner>
      <CorrectionTiles found={corrected} label={t('quality.corrections.done')} />
      <ByAdvertiser found={corrected} />
      <div>
        <Button kind="primary" onClick={onAnother}>
          {t('quality.corrections.another')}
        </Button>
      </div>
    </>
  )
}

function Nothing() {
  const { t } = useI18n()
  return (
    <Card>
      <Empty
        icon={<IconReceiptRefund size={20} stroke={1.75} />}
        title={t('quality.corrections.nothing')}
        text={t('quality.corrections.nothingText')}
      />
    </Card>
  )
}

/** Chosen charges, what their correction would do, and the correction itself. */
export function Corrections() {
  const { t } = useI18n()
  const [previewed, setPreviewed] = useState<{ selection: Selection; found: Found } | null>(null)
  const [corrected, setCorrected] = useState<Found | null>(null)
  const preview = useContractMutation(previewCorrection, { onRefusal: useRefusal() })
  async function handlePreview(selection: Selection) {
    const found = await preview.send(selection)
    setPreviewed(found && { selection, found })
  }
  function handleAnother() {
    setCorrected(null)
    setPreviewed(null)
  }
  return (
    <>
      <PageHead title={t('quality.corrections.title')} facts={t('quality.corrections.facts')} />
      <div className={shared.stack}>
        {corrected ? (
          <Done corrected={corrected} onAnother={handleAnother} />
        ) : (
          <CorrectionForm
            pending={preview.isPending}
            onPreview={handlePreview}
            onChange={() => setPreviewed(null)}
          />
        )}
        {previewed && !corrected && previewed.found.events === 0 ? <Nothing /> : null}
        {previewed && !corrected && previewed.found.events > 0 ? (
          <>
            <CorrectionTiles found={previewed.found} label={t('quality.corrections.result')} />
            <ByAdvertiser found={previewed.found} />
            <Card pad="form">
              <Confirm {...previewed} onDone={setCorrected} />
            </Card>
          </>
        ) : null}
      </div>
    </>
  )
}
