import type { Language } from '@voltline/contract'
import type { Instant, Zone } from '@voltline/kernel'
import type { Letter } from './letters.ts'
import { pageUrl } from './links.ts'
import { timeText } from './time-text.ts'

/** What an operator did to an ad. */
export interface AdNews {
  adName: string
  adId: number
  reason: string
  at: Instant
  zone: Zone
  publicUrl: string
}

const adUrl = ({ publicUrl, adId }: AdNews): string => `${pageUrl(publicUrl, '/ad-ad')}/${adId}`

export const adRejected: Record<Language, (values: AdNews) => Letter> = {
  en: (values) => ({
    subject: 'Your Voltline ad was rejected',
    heading: 'Ad rejected',
    paragraphs: [
      'An operator has reviewed your ad and rejected it. It is stopped and cannot be started until you change its material or its target URL. After that it is reviewed again.',
    ],
    details: [
      { label: 'Ad', value: values.adName },
      { label: 'Reason', value: values.reason },
      { label: 'When', value: timeText(values) },
    ],
    action: { label: 'Change the ad', url: adUrl(values) },
    notes: ['If you think this is a mistake, write to us.'],
    links: [{ label: 'Write to us', url: pageUrl(values.publicUrl, '/home-help') }],
  }),
  ko: (values) => ({
    subject: 'Voltline 광고가 반려되었습니다',
    heading: '광고 반려',
    paragraphs: [
      '운영자가 광고를 심사하여 반려하였습니다. 광고는 중지되었으며, 소재나 연결 URL을 변경해야 다시 시작할 수 있습니다. 변경한 광고는 다시 심사됩니다.',
    ],
    details: [
      { label: '광고', value: values.adName },
      { label: '사유', value: values.reason },
      { label: '시각', value: timeText(values) },
    ],
    action: { label: '광고 수정하기', url: adUrl(values) },
    notes: ['심사 결과에 이의가 있으시면 문의해 주시기 바랍니다.'],
    links: [{ label: '문의하기', url: pageUrl(values.publicUrl, '/home-help') }],
  }),
}

export const adStopped: Record<Language, (values: AdNews) => Letter> = {
  en: (values) => ({
    subject: 'Your Voltline ad was stopped',
    heading: 'Ad stopped',
    paragraphs: ['An operator has stopped your ad. You may start it again.'],
    details: [
      { label: 'Ad', value: values.adName },
      { label: 'Reason', value: values.reason },
      { label: 'When', value: timeText(values) },
    ],
    action: { label: 'Open the ad', url: adUrl(values) },
    notes: ['If you think this is a mistake, write to us.'],
    links: [{ label: 'Write to us', url: pageUrl(values.publicUrl, '/home-help') }],
  }),
  ko: (values) => ({
    subject: 'Voltline 광고가 중지되었습니다',
    heading: '광고 중지',
    paragraphs: ['운영자가 광고를 중지하였습니다. 광고는 다시 시작할 수 있습니다.'],
    details: [
      { label: '광고', value: values.adName },
      { label: '사유', value: values.reason },
      { label: '시각', value: timeText(values) },
    ],
    action: { label: '광고 열기', url: adUrl(values) },
    notes: ['이의가 있으시면 문의해 주시기 바랍니다.'],
    links: [{ label: '문의하기', url: pageUrl(values.publicUrl, '/home-help') }],
  }),
}
