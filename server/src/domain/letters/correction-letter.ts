import type { Language } from '@voltline/contract'
import { type Instant, type Micros, wonText, type Zone } from '@voltline/kernel'
import type { Letter } from './letters.ts'
import { pageUrl } from './links.ts'
import { timeText } from './time-text.ts'

/** What an advertiser learns about charges that were taken back. */
export interface CorrectionNews {
  amountMicros: Micros
  reason: string
  at: Instant
  zone: Zone
  publicUrl: string
}

const krw = (amountMicros: Micros): string => `${wonText(amountMicros)} KRW`

export const chargesCorrected: Record<Language, (values: CorrectionNews) => Letter> = {
  en: (values) => ({
    subject: 'Voltline credited charges to your account',
    heading: 'Charges were credited',
    paragraphs: [
      'Voltline found that events you were charged for should not have cost you anything. Their full price is back in your cash.',
    ],
    details: [
      { label: 'Credited', value: krw(values.amountMicros) },
      { label: 'Reason', value: values.reason },
      { label: 'Time', value: timeText(values) },
    ],
    action: { label: 'Open reports', url: pageUrl(values.publicUrl, '/ad-report-campaign') },
    notes: ['Reports show the amounts in the column Corrected, on the days of the events.'],
  }),
  ko: (values) => ({
    subject: 'Voltline에서 과금 금액을 돌려드렸습니다',
    heading: '과금 금액 환급',
    paragraphs: [
      '과금된 이벤트 중 비용이 발생하지 않아야 할 이벤트가 확인되었습니다. 해당 금액 전액을 캐시로 돌려드렸습니다.',
    ],
    details: [
      { label: '환급 금액', value: krw(values.amountMicros) },
      { label: '사유', value: values.reason },
      { label: '시각', value: timeText(values) },
    ],
    action: { label: '리포트 열기', url: pageUrl(values.publicUrl, '/ad-report-campaign') },
    notes: ['리포트에서는 이벤트가 발생한 날짜의 정정 열에 금액이 표시됩니다.'],
  }),
}
