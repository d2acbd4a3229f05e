import { IconAdjustmentsHorizontal, IconArrowsDiff, IconChartDots } from '@tabler/icons-react'
import { comparisons, dimensionsMax } from '@voltline/contract'
import type { Day } from '@voltline/kernel'
import { useI18n } from '../../i18n/i18n.ts'
import { RangePicker } from '../../ui/dates/range-picker.tsx'
import { PickButton, PickMany, PickOne } from '../../ui/popups/pick-button.tsx'
import shared from '../../ui/theme/shared.module.css'
import type { Metric } from './figures.ts'
import classes from './report.module.css'
import type { Dimension } from './use-report-texts.ts'
import {
  type RangeName,
  type ReportSide,
  type ReportView,
  rangeNames,
  type ViewChange,
} from './view-address.ts'

interface ControlsProps {
  side: ReportSide<Dimension, Metric>
  view: ReportView<Dimension, Metric>
  today: Day
  daysMax: number
  onChange: (change: ViewChange) => void
}

/** Every choice changes the address at once. */
export function ReportControls({ side, view, today, daysMax, onChange }: ControlsProps) {
  const { t } = useI18n()
  return (
    <div className={`${shared.row} ${shared.filters} ${classes.controls}`}>
      <RangePicker<RangeName>
        value={view.range}
        preset={view.rangeName}
        presets={rangeNames.map((name) => ({ name, label: t(`report.range.${name}`) }))}
        today={today}
        daysMax={daysMax}
        onPreset={(range) => onChange({ range, startDate: null, endDate: null })}
        onRange={({ start, end }) => onChange({ range: null, startDate: start, endDate: end })}
      />
      <ComparisonButton view={view} onChange={onChange} />
      <BreakdownButton side={side} view={view} onChange={onChange} />
      <MetricsButton side={side} view={view} onChange={onChange} />
    </div>
  )
}

type ChoiceProps = Pick<ControlsProps, 'side' | 'view' | 'onChange'>

function ComparisonButton({ view, onChange }: Omit<ChoiceProps, 'side'>) {
  const { t } = useI18n()
  const label = t(`report.compare.${view.compare ?? 'none'}`)
  return (
    <PickButton
      name={t('report.compare.value', { value: label })}
      label={label}
      icon={<IconArrowsDiff size={18} stroke={1.75} aria-hidden="true" />}
    >
      {(close) => (
        <PickOne
          label={t('report.compare.label')}
          options={(['none', ...comparisons] as const).map((value) => ({
            value,
            label: t(`report.compare.${value}`),
          }))}
          value={view.compare ?? 'none'}
          onPick={(value) => {
            onChange({ compare: value === 'none' ? null : value })
            close()
          }}
        />
      )}
    </PickButton>
  )
}

function BreakdownButton({ side, view, onChange }: ChoiceProps) {
  const { t } = useI18n()
  const label = view.by.map((dimension) => t(`report.by.${dimension}`)).join(', ')
  return (
    <PickButton
      name={t('report.breakdown.value', { value: label })}
      label={label}
      icon={<IconChartDots size={18} stroke={1.75} aria-hidden="true" />}
    >
      {() => (
        <PickMany
          label={t('report.breakdown.label')}
          hint={t('report.breakdown.hint')}
          max={dimensionsMax}
          options={side.dimensions.map((value) => ({ value, label: t(`report.by.${value}`) }))}
          values={view.by}
          onPick={(by) => onChange({ by: by.length > 0 ? by.join() : null })}
        />
      )}
    </PickButton>
  )
}

function MetricsButton({ side, view, onChange }: ChoiceProps) {
  const { t } = useI18n()
  const count = view.metrics.length
  return (
    <PickButton
      name={t('report.metrics.value', { count })}
      label={t('report.metrics.button', { count })}
      icon={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />}
    >
      {() => (
        <PickMany
          label={t('report.metrics.label')}
          options={side.metrics.map((value) => ({ value, label: t(`report.metric.${value}`) }))}
          values={view.metrics}
          onPick={(metrics) => {
            const inOrder = side.metrics.filter((metric) => metrics.includes(metric))
            onChange({ metrics: inOrder.length > 0 ? inOrder.join() : null })
          }}
        />
      )}
    </PickButton>
  )
}
