import type { AdReview, AdStatus } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { Chip, type Tone } from '../../../ui/page/chip.tsx'

const toneOf: Record<AdReview, Tone> = { '': 'quiet', WAITING: 'line', APPROVED: 'ok', REJECTED: 'bad' }

export function ReviewChip({ review }: { review: AdReview }) {
  const { t } = useI18n()
  if (review === '') return <span>–</span>
  return <Chip tone={toneOf[review]}>{t(`operator.ads.tab.${review}`)}</Chip>
}

export function StatusChip({ status }: { status: AdStatus }) {
  const { t } = useI18n()
  const name = status === 'FIRST' || status === 'WAITING' ? 'STOPPED' : status
  return <Chip tone={status === 'INPROGRESS' ? 'ok' : 'quiet'}>{t(`operator.ads.statusOf.${name}`)}</Chip>
}
