import { adminListCases, openCase } from '@voltline/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { DateTimeField } from '../../../ui/dates/date-time-field.tsx'
import { askConfirm, showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../../ui/drawer/detail-drawer.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { type ContractForm, useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import shared from '../../../ui/theme/shared.module.css'
import { isoOf, periodOf } from '../quality/period.ts'
import { reasonMax } from '../writing.tsx'

type Values = { medID: number | string; from: string; to: string; reason: string }

const formId = 'open-case'

function PeriodField({ form, name }: { form: ContractForm<Values>; name: 'from' | 'to' }) {
  const { t } = useI18n()
  const input = form.getInputProps(name)
  return (
    <DateTimeField
      {...input}
      label={t(`quality.corrections.${name}`)}
      hint={t('quality.corrections.zone')}
      required
      value={input.value || null}
      onChange={(value) => input.onChange(value ?? '')}
    />
  )
}

/** A case that an operator opens by hand. */
export function OpenCase({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [period] = useState(() => periodOf('week', Date.now()))
  const form = useContractForm<Values>((forms) => forms.openCaseForm, { medID: '', reason: '', ...period })
  const open = useContractMutation(openCase, {
    refreshes: [adminListCases],
    onRefusal(code) {
      if (code === 'NO_PERMISSION') void showAlert(t('quality.cases.noUnit'))
      return code === 'NO_PERMISSION'
    },
  })
  async function handleSubmit({ medID, from, to, reason }: Values) {
    const sure = await askConfirm({
      title: t('quality.cases.openQuestion', { unit: medID }),
      effect: t('quality.cases.openEffect'),
      verb: t('quality.cases.open'),
    })
    if (!sure) return
    const times = { from: isoOf(from), to: isoOf(to, true) }
    const opened = await open.send({ medID: Number(medID), ...times, reason: reason.trim() })
    if (!opened) return
    showToast(t('quality.cases.opened'))
    onClose()
    void navigate(`/admin/cases/${opened.caseID}`)
  }
  return (
    <DetailDrawer
      title={t('quality.cases.open')}
      facts={t('quality.cases.openEffect')}
      formId={formId}
      verb={t('quality.cases.open')}
      pending={open.isPending}
      unsaved={form.isDirty()}
      onClose={onClose}
    >
      <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <NumberField
          label={t('quality.cases.unitID')}
          hint={t('quality.corrections.idHint')}
          required
          inputMode="numeric"
          thousandSeparator=""
          {...form.getInputProps('medID')}
        />
        <div className={shared.formGrid}>
          <PeriodField form={form} name="from" />
          <PeriodField form={form} name="to" />
        </div>
        <TextAreaField
          label={t('quality.cases.reason')}
          hint={t('quality.cases.reasonHint')}
          required
          autosize
          minRows={3}
          maxLength={reasonMax}
          {...form.getInputProps('reason')}
        />
      </form>
    </DetailDrawer>
  )
}
