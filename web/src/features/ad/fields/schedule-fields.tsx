import { type SchedulePreset, schedulePresets } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { Segment } from '../../../ui/controls/segment.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import mantineClasses from '../../../ui/theme/mantine.module.css'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../ad.module.css'
import type { AdForm } from '../ad-values.ts'
import { hoursOf, isPart, weekOf, withDay } from './schedule.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Presets above, seven switches below that can be changed in self only. Single hours are shown and kept. */
export function ScheduleFields({ form }: { form: AdForm }) {
  const { t } = useI18n()
  const { preset, week } = form.getValues()
  const isSelf = preset === 'self'
  function choose(next: SchedulePreset) {
    if (next === preset) return
    form.setValues({ preset: next, week: weekOf[next] })
    form.clearFieldError('week')
  }
  function toggle(day: number, mask: number) {
    form.setFieldValue('week', withDay(week, day, mask === 0))
    form.clearFieldError('week')
  }
  const stateOf = (mask: number): string => {
    if (isPart(mask)) return t('ad.schedule.hours', { hours: hoursOf(mask) })
    return t(mask === 0 ? 'ad.schedule.off' : 'ad.schedule.allDay')
  }
  return (
    <div className={classes.schedule}>
      <Segment
        label={t('ad.schedule.preset')}
        value={preset}
        options={schedulePresets.map((value) => ({ value, label: t(`ad.schedule.${value}`) }))}
        onChange={choose}
      />
      <ul className={classes.days}>
        {days.map((name, day) => {
          const mask = week[day] ?? 0
          return (
            <li key={name}>
              <span>{t(`ad.schedule.days.${name}`)}</span>
              <Switch
                on={mask > 0}
                label={t(`ad.schedule.days.${name}`)}
                beside={stateOf(mask)}
                disabled={!isSelf}
                onToggle={() => toggle(day, mask)}
              />
            </li>
          )
        })}
      </ul>
      {form.errors.week ? (
        <p className={mantineClasses.inputWrapperError} role="alert">
          {form.errors.week}
        </p>
      ) : (
        <p className={shared.hint}>{isSelf ? '' : t('ad.schedule.selfOnly')}</p>
      )}
    </div>
  )
}
