import shared from '../theme/shared.module.css'
import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import { reportPresets } from '@voltline/contract'
import type { Day } from '@voltline/kernel'
import 'dayjs/locale/ko'
import { IconCalendar } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import { Segment } from '../controls/segment.tsx'
import { showAlert } from '../dialogs/dialogs.tsx'
import { type DayRange, isRange, lastDays, presetOf } from './range.ts'

/** Presets, from, to and Search. A range beyond the limit is not sent. */
export function DateRange(props: {
  value: DayRange
  today: Day
  daysMax: number
  onSearch: (range: DayRange) => void
}) {
  const { t, language } = useI18n()
  const { daysMax, today } = props
  const [draft, setDraft] = useState(props.value)
  const { start, end } = props.value
  useEffect(() => setDraft({ start, end }), [start, end])
  function search(range: DayRange) {
    if (isRange(range, daysMax)) props.onSearch(range)
    else void showAlert(t('ui.range.tooLong', { days: daysMax }))
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    search(draft)
  }
  const input = (key: 'start' | 'end', label: string) => (
    <DateInput
      aria-label={label}
      value={draft[key] || null}
      onChange={(value) => setDraft((before) => ({ ...before, [key]: value ?? '' }))}
      valueFormat="YYYY-MM-DD"
      locale={language}
      maxDate={today}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
      w={160}
    />
  )
  return (
    <form
      className={`${shared.row} ${shared.filters}`}
      aria-label={t('ui.range.period')}
      onSubmit={handleSubmit}
      noValidate
    >
      <Segment
        label={t('ui.range.choose')}
        value={String(presetOf(draft, today) ?? '')}
        options={reportPresets.map((days) => ({ value: String(days), label: t('ui.range.days', { days }) }))}
        onChange={(days) => {
          const range = lastDays(Number(days), today)
          setDraft(range)
          search(range)
        }}
      />
      {input('start', t('ui.range.from'))}
      <span aria-hidden="true">{t('ui.range.to2')}</span>
      {input('end', t('ui.range.to'))}
      <Button type="submit">{t('ui.search')}</Button>
      <span className={shared.hint}>{t('ui.range.atMost', { days: daysMax })}</span>
    </form>
  )
}
