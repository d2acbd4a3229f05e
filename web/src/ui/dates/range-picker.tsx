import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { addDays, type Day, isDay } from '@voltline/kernel'
import 'dayjs/locale/ko'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { PickButton, PickOne } from '../popups/pick-button.tsx'
import { useIsPhone } from '../table/shape.ts'
import type { DayRange } from './range.ts'
import classes from './range-picker.module.css'

interface Preset<N extends string> {
  name: N
  label: string
}

interface RangePickerProps<N extends string> {
  value: DayRange
  presets: readonly Preset<N>[]
  /** Undefined for days of one's own choice. */
  preset: N | undefined
  today: Day
  daysMax: number
  onPreset: (name: N) => void
  onRange: (range: DayRange) => void
}

/** Days between which a range that begins on `start` may end. */
const endsOf = (start: string | null, today: Day, daysMax: number): { first?: Day; last: Day } => {
  if (start === null || !isDay(start)) return { last: today }
  const last = addDays(start, daysMax)
  return { first: addDays(start, -daysMax), last: last < today ? last : today }
}

/** Named ranges and a calendar. Every choice takes effect at once. */
export function RangePicker<N extends string>(props: RangePickerProps<N>) {
  const { t } = useI18n()
  const { value, preset } = props
  const named = props.presets.find(({ name }) => name === preset)?.label
  const days = value.start === value.end ? value.start : `${value.start} – ${value.end}`
  const label = named ? `${named} · ${days}` : days
  return (
    <PickButton
      name={t('ui.rangePicker.value', { value: label })}
      label={label}
      icon={<IconCalendar size={18} stroke={1.75} aria-hidden="true" />}
    >
      {(close) => <Panel {...props} close={close} />}
    </PickButton>
  )
}

function Panel<N extends string>({ close, ...props }: RangePickerProps<N> & { close: () => void }) {
  const { t, language } = useI18n()
  const isPhone = useIsPhone()
  const [picked, setPicked] = useState<[string | null, string | null]>([props.value.start, props.value.end])
  const [start, end] = picked
  const { first, last } = endsOf(end === null ? start : null, props.today, props.daysMax)
  function pick([from, to]: [string | null, string | null]) {
    setPicked([from, to])
    if (from === null || to === null) return
    props.onRange({ start: from, end: to })
    close()
  }
  return (
    <div className={classes.panel}>
      <PickOne
        label={t('ui.rangePicker.label')}
        options={props.presets.map(({ name, label }) => ({ value: name as string, label }))}
        value={props.preset ?? ''}
        onPick={(name) => {
          props.onPreset(name as N)
          close()
        }}
      />
      <div className={classes.calendar}>
        <DatePicker
          type="range"
          allowSingleDateInRange
          value={picked}
          onChange={pick}
          numberOfColumns={isPhone ? 1 : 2}
          columnsToScroll={1}
          defaultDate={isPhone ? props.value.end : addDays(props.value.end as Day, -27)}
          locale={language}
          firstDayOfWeek={0}
          weekendDays={[]}
          maxDate={last}
          {...(first ? { minDate: first } : {})}
          ariaLabels={{
            nextMonth: t('ui.rangePicker.next'),
            previousMonth: t('ui.rangePicker.previous'),
          }}
        />
        <p className={classes.hint}>{t('ui.rangePicker.hint', { days: props.daysMax })}</p>
      </div>
    </div>
  )
}
