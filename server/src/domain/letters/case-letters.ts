import type { Language } from '@voltline/contract'
import { type Instant, type Micros, wonText, type Zone } from '@voltline/kernel'
import type { Letter } from './letters.ts'
import { pageUrl } from './links.ts'
import { timeText } from './time-text.ts'

/** What a publisher learns about a case. */
export interface CaseNews {
  appName: string
  mediumName: string
  from: Instant
  to: Instant
  /** The publisher's part of the charges in the period. */
  amountMicros: Micros
  /** Of the operator; '' if the detectors opened the case. */
  reason: string
  at: Instant
  zone: Zone
  publicUrl: string
}

const krw = (amountMicros: Micros): string => `${wonText(amountMicros)} KRW`

const words = {
  en: { app: 'App', unit: 'Ad unit', period: 'Period', reason: 'Reason', to: 'to' },
  ko: { app: '앱', unit: '광고 단위', period: '기간', reason: '사유', to: '~' },
} as const

function details(values: CaseNews, language: Language, amount: string) {
  const label = words[language]
  const { zone } = values
  const period = `${timeText({ at: values.from, zone })} ${label.to} ${timeText({ at: values.to, zone })}`
  return [
    { label: label.app, value: values.appName },
    { label: label.unit, value: values.mediumName },
    { label: label.period, value: period },
    { label: amount, value: krw(values.amountMicros) },
    ...(values.reason === '' ? [] : [{ label: label.reason, value: values.reason }]),
  ]
}

const action = {
  en: ({ publicUrl }: CaseNews) => ({
    label: 'Open traffic quality',
    url: pageUrl(publicUrl, '/pub-quality'),
  }),
  ko: ({ publicUrl }: CaseNews) => ({ label: '트래픽 품질 열기', url: pageUrl(publicUrl, '/pub-quality') }),
}

export const caseOpened: Record<Language, (values: CaseNews) => Letter> = {
  en: (values) => ({
    subject: 'Voltline is looking into traffic of your ad unit',
    heading: 'Revenue is held',
    paragraphs: [
      'Traffic of your ad unit is unusual. Until an operator has decided, the revenue of the period is held: it counts as revenue, but you cannot apply for it.',
    ],
    details: details(values, 'en', 'Held'),
    action: action.en(values),
    notes: ['You may appeal once, within 14 days, under Traffic quality.'],
  }),
  ko: (values) => ({
    subject: 'Voltline에서 광고 단위의 트래픽을 확인하고 있습니다',
    heading: '수익 지급 보류',
    paragraphs: [
      '광고 단위에서 평소와 다른 트래픽이 확인되었습니다. 운영자가 판단할 때까지 해당 기간의 수익은 보류됩니다. 수익에는 포함되지만 지급을 신청할 수는 없습니다.',
    ],
    details: details(values, 'ko', '보류 금액'),
    action: action.ko(values),
    notes: ['트래픽 품질 화면에서 14일 이내에 한 번 이의를 제기할 수 있습니다.'],
  }),
}

export const caseConfirmed: Record<Language, (values: CaseNews) => Letter> = {
  en: (values) => ({
    subject: 'Voltline took back revenue of invalid traffic',
    heading: 'Revenue was taken back',
    paragraphs: [
      'An operator has confirmed that the traffic of your ad unit in this period was invalid. The advertisers got their money back, and the revenue below is no longer yours.',
    ],
    details: details(values, 'en', 'Taken back'),
    action: action.en(values),
    notes: ['You may appeal once, within 14 days, under Traffic quality.'],
  }),
  ko: (values) => ({
    subject: 'Voltline에서 무효 트래픽의 수익을 회수했습니다',
    heading: '수익 회수',
    paragraphs: [
      '운영자가 해당 기간 광고 단위의 트래픽을 무효로 확정하였습니다. 광고주에게 금액이 환급되었으며, 아래 금액은 수익에서 제외되었습니다.',
    ],
    details: details(values, 'ko', '회수 금액'),
    action: action.ko(values),
    notes: ['트래픽 품질 화면에서 14일 이내에 한 번 이의를 제기할 수 있습니다.'],
  }),
}

export const caseReleased: Record<Language, (values: CaseNews) => Letter> = {
  en: (values) => ({
    subject: 'Voltline released held revenue',
    heading: 'Revenue is no longer held',
    paragraphs: ['An operator has looked at the traffic of your ad unit and released the revenue.'],
    details: details(values, 'en', 'Released'),
    action: action.en(values),
    notes: ['You need not do anything.'],
  }),
  ko: (values) => ({
    subject: 'Voltline에서 보류한 수익을 해제했습니다',
    heading: '수익 보류 해제',
    paragraphs: ['운영자가 광고 단위의 트래픽을 확인하고 보류한 수익을 해제하였습니다.'],
    details: details(values, 'ko', '해제 금액'),
    action: action.ko(values),
    notes: ['따로 하실 일은 없습니다.'],
  }),
}
