import { IconReceiptRefund, IconShieldExclamation } from '@tabler/icons-react'
import {
  changeRule,
  invalidTraffic,
  qualityRules,
  type ruleModes,
  trafficRuleDefaults,
  trafficRules,
} from '@voltline/contract'
import { useState } from 'react'
import { useContractMutation } from '../../../api/mutation.ts'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useRuleTexts } from '../../../i18n/rule-texts.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { Segment } from '../../../ui/controls/segment.tsx'
import { dayAt, lastDays } from '../../../ui/dates/range.ts'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../../ui/drawer/detail-drawer.tsx'
import { OverlaySection } from '../../../ui/drawer/overlay.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { type ContractForm, useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import { NotLoaded } from '../../../ui/page/empty.tsx'
import shared from '../../../ui/theme/shared.module.css'
import { useMayWrite } from '../writing.tsx'
import classes from './quality.module.css'
import { defaultOf, ModeChip, type Rule } from './rules.tsx'

type Mode = (typeof ruleModes)[number]
type RuleValues = { threshold: number | string }

const formId = 'rule'
const chartDays = 14

function DaysChart({ rule }: { rule: string }) {
  const { t, number } = useI18n()
  const [today] = useState(() => dayAt(Date.now(), 0))
  const { start, end } = lastDays(chartDays, today)
  const { data, isError, refetch } = useContractQuery(
    invalidTraffic,
    { startDate: start, endDate: end, reason: rule },
    { loads: 'part' },
  )
  if (isError) return <NotLoaded onRetry={refetch} />
  return (
    <Chart
      title={t('quality.rules.byDay')}
      points={(data?.days ?? []).map(({ Day, Count }) => ({
        at: Day,
        soFar: Day === today,
        values: { count: Count },
      }))}
      series={[{ key: 'count', label: t('operator.count'), kind: 'bar' }]}
      format={(value) => number(value)}
    />
  )
}

function ThresholdField({ rule, form }: { rule: Rule; form: ContractForm<RuleValues> }) {
  const { t } = useI18n()
  const { amount } = useRuleTexts()
  const mayWrite = useMayWrite()
  const known = trafficRules.find((name) => name === rule.Rule)
  const unit = known && trafficRuleDefaults[known].unit
  if (!unit) return <p className={shared.quiet}>{t('quality.rules.none')}</p>
  return (
    <NumberField
      label={t('quality.rules.threshold')}
      hint={t('quality.rules.unchanged', { amount: amount(rule.Rule, defaultOf(rule.Rule)) })}
      required
      readOnly={!mayWrite}
      inputMode="numeric"
      rightSection={<span className={shared.unit}>{t(`traffic.unit.${unit}`)}</span>}
      rightSectionWidth={unit === 'devices' || unit === 'clicks' ? 168 : 56}
      rightSectionPointerEvents="none"
      {...form.getInputProps('threshold')}
    />
  )
}

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useI18n()
  const mayWrite = useMayWrite()
  return (
    <div className={classes.mode}>
      <Segment
        label={t('quality.rules.mode')}
        value={mode}
        options={[
          { value: 'ENFORCE', label: t('quality.rules.enforce') },
          { value: 'OBSERVE', label: t('quality.rules.observe') },
        ]}
        onChange={(value) => {
          if (mayWrite) onChange(value)
        }}
      />
      <p className={shared.quiet}>
        {t(mode === 'ENFORCE' ? 'quality.rules.enforceText' : 'quality.rules.observeText')}
      </p>
    </div>
  )
}

/** One rule: what it means, how often it was broken, and its settings. */
export function RuleDetail({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { t } = useI18n()
  const { name, explain } = useRuleTexts()
  const mayWrite = useMayWrite()
  const [mode, setMode] = useState<Mode>(rule.Mode)
  const form = useContractForm<RuleValues>((forms) => forms.ruleForm, { threshold: rule.Threshold ?? 0 })
  const change = useContractMutation(changeRule, { refreshes: [qualityRules] })
  const isThresholdNew = rule.Threshold !== null && String(form.values.threshold) !== String(rule.Threshold)
  const isNew = isThresholdNew || mode !== rule.Mode
  async function handleSubmit({ threshold }: RuleValues) {
    const done = await change.send({
      rule: rule.Rule,
      ...(isThresholdNew ? { threshold: Number(threshold) } : {}),
      ...(mode === rule.Mode ? {} : { mode }),
    })
    if (!done) return
    showToast(t('quality.rules.saved'))
    onClose()
  }
  const cannotSave = isNew ? undefined : t('quality.rules.unsaved')
  return (
    <DetailDrawer
      title={name(rule.Rule)}
      facts={<span className={shared.mono}>{rule.Rule}</span>}
      actions={<ModeChip mode={rule.Mode} />}
      formId={formId}
      verb={t('quality.rules.save')}
      pending={change.isPending}
      disabledBecause={mayWrite ? cannotSave : t('operator.readOnly')}
      unsaved={isNew && mayWrite}
      onClose={onClose}
    >
      <p>{explain(rule.Rule, rule.Threshold)}</p>
      <OverlaySection>
        <DaysChart rule={rule.Rule} />
        <div className={classes.links}>
          <ButtonLink
            size="sm"
            to={`/admin/invalid?reason=${rule.Rule}`}
            icon={<IconShieldExclamation size={16} stroke={1.75} />}
          >
            {t('quality.rules.evidence')}
          </ButtonLink>
          <ButtonLink
            size="sm"
            to={`/admin/corrections?subject=rule&id=${rule.Rule}`}
            icon={<IconReceiptRefund size={16} stroke={1.75} />}
          >
            {t('quality.rules.correct')}
          </ButtonLink>
        </div>
      </OverlaySection>
      <OverlaySection title={t('quality.rules.edit')}>
        <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
          <ThresholdField rule={rule} form={form} />
          <ModeChoice mode={mode} onChange={setMode} />
          <p className={`${shared.hint} ${classes.effect}`}>{t('quality.rules.effect')}</p>
        </form>
      </OverlaySection>
    </DetailDrawer>
  )
}
