import { IconSearch } from '@tabler/icons-react'
import { trafficRules } from '@voltline/contract'
import type { CorrectionSubject } from '@voltline/contract/forms'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useI18n } from '../../../i18n/i18n.ts'
import { useRuleTexts } from '../../../i18n/rule-texts.ts'
import { Segment } from '../../../ui/controls/segment.tsx'
import { DateTimeField } from '../../../ui/dates/date-time-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type ContractForm, useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import { Card } from '../../../ui/page/card.tsx'
import shared from '../../../ui/theme/shared.module.css'
import operatorClasses from '../operator.module.css'
import { WriteButton } from '../writing.tsx'
import type { Selection } from './corrections.tsx'
import { isoOf, periodOf, presets } from './period.ts'
import classes from './quality.module.css'

type Values = { subject: CorrectionSubject; id: number | string; from: string; to: string }

const subjects = ['medID', 'proID', 'deviceID', 'rule'] as const satisfies readonly CorrectionSubject[]

/** Links from other pages name the subject, and perhaps the period. */
function useInitialValues(): Values {
  const [query] = useSearchParams()
  const [openedAt] = useState(Date.now)
  const period = periodOf('week', openedAt)
  return {
    subject: subjects.find((subject) => subject === query.get('subject')) ?? 'medID',
    id: query.get('id') ?? '',
    from: query.get('from') ?? period.from,
    to: query.get('to') ?? period.to,
  }
}

function selectionOf({ subject, id, from, to }: Values): Selection {
  const period = { from: isoOf(from), to: isoOf(to, true) }
  if (subject === 'deviceID') return { deviceID: String(id).trim(), ...period }
  if (subject === 'rule') return { rule: String(id), ...period }
  return { [subject]: Number(id), ...period }
}

function SubjectField({ form }: { form: ContractForm<Values> }) {
  const { t } = useI18n()
  const rules = useRuleTexts()
  const { subject } = form.values
  const label = t(`quality.corrections.${subject}`)
  const input = form.getInputProps('id')
  if (subject === 'rule') {
    return (
      <SelectField
        {...input}
        label={label}
        hint={t('quality.corrections.ruleHint')}
        required
        placeholder={t('quality.corrections.chooseRule')}
        value={String(input.value) || null}
        data={trafficRules.map((rule) => ({ value: rule, label: rules.name(rule) }))}
      />
    )
  }
  if (subject === 'deviceID') return <TextField {...input} label={label} required maxLength={64} />
  return (
    <NumberField
      {...input}
      label={label}
      hint={t('quality.corrections.idHint')}
      required
      inputMode="numeric"
      thousandSeparator=""
    />
  )
}

function PeriodFields({ form }: { form: ContractForm<Values> }) {
  const { t } = useI18n()
  const field = (name: 'from' | 'to') => {
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
  return (
    <>
      {field('from')}
      {field('to')}
    </>
  )
}

/** Which charges: one subject and a period. */
export function CorrectionForm(props: {
  pending: boolean
  onPreview: (selection: Selection) => void
  /** A preview of other charges is out of date. */
  onChange: () => void
}) {
  const { t } = useI18n()
  const form = useContractForm<Values>((forms) => forms.correctionForm, useInitialValues())
  form.watch('id', props.onChange)
  form.watch('from', props.onChange)
  form.watch('to', props.onChange)
  const preset = presets.find((name) => {
    const { from, to } = periodOf(name, Date.now())
    return form.values.from === from && form.values.to === to
  })
  function choose(subject: CorrectionSubject) {
    form.setValues({ subject, id: '' })
    form.clearErrors()
  }
  return (
    <Card pad="form" label={t('quality.corrections.what')}>
      <h2 className={operatorClasses.cardTitle}>{t('quality.corrections.what')}</h2>
      <form
        className={shared.form}
        noValidate
        onSubmit={form.submit((values) => props.onPreview(selectionOf(values)))}
      >
        <div className={classes.choose}>
          <Segment
            label={t('quality.corrections.subject')}
            value={form.values.subject}
            options={subjects.map((value) => ({ value, label: t(`quality.corrections.subjectOf.${value}`) }))}
            onChange={choose}
          />
          <Segment
            label={t('quality.corrections.preset')}
            value={preset ?? ''}
            options={presets.map((value) => ({
              value,
              label: t(`quality.corrections.presetOf.${value}`),
            }))}
            onChange={(value) => value && form.setValues(periodOf(value, Date.now()))}
          />
        </div>
        <div className={classes.selection}>
          <SubjectField form={form} />
          <PeriodFields form={form} />
        </div>
        <div>
          <WriteButton
            kind="primary"
            type="submit"
            pending={props.pending}
            icon={<IconSearch size={18} stroke={1.75} />}
          >
            {t('quality.corrections.preview')}
          </WriteButton>
        </div>
      </form>
    </Card>
  )
}
