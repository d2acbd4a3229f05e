import { useI18n } from '../../i18n/i18n.ts'
import { Banner } from './banner.tsx'

/** Says of when the figures are. Nothing while they are of now. */
export function AsOf({ time }: { time: string | undefined }) {
  const { t, dateTime } = useI18n()
  return time === undefined ? null : <Banner>{t('ui.asOf', { time: dateTime(time) })}</Banner>
}
