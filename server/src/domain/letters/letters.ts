import type { Language } from '@voltline/contract'
import type { Instant, Zone } from '@voltline/kernel'
import { type AdNews, adRejected, adStopped } from './ad-letters.ts'
import { type CaseNews, caseConfirmed, caseOpened, caseReleased } from './case-letters.ts'
import { type CorrectionNews, chargesCorrected } from './correction-letter.ts'
import { pageUrl } from './links.ts'
import { timeText } from './time-text.ts'

/** The values of each mail. */
export interface MailValues {
  signupLink: { link: string }
  resetLink: { link: string }
  verificationCode: { code: string }
  passwordChanged: { at: Instant; zone: Zone; publicUrl: string }
  codesUsedUp: { at: Instant; zone: Zone; publicUrl: string }
  payoutAccountChanged: { bank: string; number: string; at: Instant; zone: Zone; publicUrl: string }
  chargesCorrected: CorrectionNews
  auditHead: { day: string; head: string; links: number; rows: number; signature: string }
  adRejected: AdNews
  adStopped: AdNews
  caseOpened: CaseNews
  caseConfirmed: CaseNews
  caseReleased: CaseNews
  contact: { name: string; email: string; company: string; mobile: string; message: string }
}
export type Template = keyof MailValues

/** A mail's content before layout. */
export interface Letter {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** The button. */
  action?: { label: string; url: string }
  code?: string
  details?: readonly { label: string; value: string }[]
  /** Small print below the action. */
  notes: readonly string[]
  /** Further addresses, shown under the notes. */
  links?: readonly { label: string; url: string }[]
}

type Words<T extends Template> = Record<Language, (values: MailValues[T]) => Letter>
/** The contact message goes to operators, whose language is unknown; its labels are in both. */
type TranslatedTemplate = Exclude<Template, 'contact'>

/** The last digits are enough for the owner to recognise the account. */
const maskedNumber = (number: string): string => `•••• ${number.slice(-4)}`

const signupLink: Words<'signupLink'> = {
  en: ({ link }) => ({
    subject: 'Continue your Voltline sign-up',
    heading: 'Confirm your e-mail address',
    paragraphs: [
      'You asked to sign up at Voltline with this address. Open the link to choose your account type and set a password.',
    ],
    action: { label: 'Continue sign-up', url: link },
    notes: [
      'The link works once, for 24 hours. A newer mail replaces it.',
      'If you did not ask for this, ignore this mail: no account is made.',
    ],
  }),
  ko: ({ link }) => ({
    subject: 'Voltline 가입 계속하기',
    heading: '이메일 주소 확인',
    paragraphs: [
      '이 주소로 Voltline 가입을 요청하셨습니다. 링크를 열어 계정 유형을 선택하고 비밀번호를 설정하시기 바랍니다.',
    ],
    action: { label: '가입 계속하기', url: link },
    notes: [
      '링크는 24시간 동안 한 번만 사용할 수 있습니다. 새 메일을 받으면 이전 링크는 사용할 수 없습니다.',
      '요청하지 않으셨다면 이 메일을 무시하시면 됩니다. 계정은 만들어지지 않습니다.',
    ],
  }),
}

const resetLink: Words<'resetLink'> = {
  en: ({ link }) => ({
    subject: 'Set a new Voltline password',
    heading: 'Set a new password',
    paragraphs: ['A new password was asked for at Voltline for this address. Open the link to set it.'],
    action: { label: 'Set a new password', url: link },
    notes: [
      'The link works once, for 3 minutes. A newer mail replaces it.',
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
  }),
  ko: ({ link }) => ({
    subject: 'Voltline 새 비밀번호 설정',
    heading: '새 비밀번호 설정',
    paragraphs: ['이 주소의 Voltline 계정에 새 비밀번호가 요청되었습니다. 링크를 열어 설정하시기 바랍니다.'],
    action: { label: '새 비밀번호 설정', url: link },
    notes: [
      '링크는 3분 동안 한 번만 사용할 수 있습니다. 새 메일을 받으면 이전 링크는 사용할 수 없습니다.',
      '요청하지 않으셨다면 이 메일을 무시하시면 됩니다. 비밀번호는 바뀌지 않습니다.',
    ],
  }),
}

const verificationCode: Words<'verificationCode'> = {
  en: ({ code }) => ({
    subject: 'Your Voltline verification code',
    heading: 'Verification code',
    paragraphs: ['Enter this code on the page where you asked for it.'],
    code,
    notes: [
      'The code works once, for 3 minutes and 5 tries. A newer code replaces it.',
      'Nobody at Voltline will ever ask you for it.',
    ],
  }),
  ko: ({ code }) => ({
    subject: 'Voltline 인증 코드',
    heading: '인증 코드',
    paragraphs: ['코드를 요청하신 화면에 입력하시기 바랍니다.'],
    code,
    notes: [
      '코드는 3분 동안 한 번만 사용할 수 있고, 5번까지 입력할 수 있습니다. 새 코드를 받으면 이전 코드는 사용할 수 없습니다.',
      'Voltline은 이 코드를 절대 묻지 않습니다.',
    ],
  }),
}

/** For mails about a change that the owner may not have made. */
const recoveryLinks = (publicUrl: string) => ({
  en: [
    { label: 'Set a new password', url: pageUrl(publicUrl, '/find-password') },
    { label: 'Write to us', url: pageUrl(publicUrl, '/home-help') },
  ],
  ko: [
    { label: '새 비밀번호 설정', url: pageUrl(publicUrl, '/find-password') },
    { label: '문의하기', url: pageUrl(publicUrl, '/home-help') },
  ],
})

const passwordChanged: Words<'passwordChanged'> = {
  en: (values) => ({
    subject: 'Your Voltline password was changed',
    heading: 'Password changed',
    paragraphs: [
      'The password of your Voltline account was changed. Every other session of the account was signed out.',
    ],
    details: [{ label: 'When', value: timeText(values) }],
    notes: ['If it was not you, set a new password and write to us.'],
    links: recoveryLinks(values.publicUrl).en,
  }),
  ko: (values) => ({
    subject: 'Voltline 비밀번호가 변경되었습니다',
    heading: '비밀번호 변경',
    paragraphs: ['Voltline 계정의 비밀번호가 변경되었습니다. 이 계정의 다른 로그인은 모두 해제되었습니다.'],
    details: [{ label: '시각', value: timeText(values) }],
    notes: ['본인이 변경하지 않으셨다면 새 비밀번호를 설정하고 문의해 주시기 바랍니다.'],
    links: recoveryLinks(values.publicUrl).ko,
  }),
}

const codesUsedUp: Words<'codesUsedUp'> = {
  en: (values) => ({
    subject: 'Wrong verification codes for your Voltline account',
    heading: 'Too many wrong codes',
    paragraphs: [
      'Ten wrong verification codes were entered for your Voltline account today. No more codes are sent or accepted until tomorrow (UTC). Your password stays as it is.',
    ],
    details: [{ label: 'When', value: timeText(values) }],
    notes: [
      'To set a new password today, ask for a link by mail. If it was not you, you need not do anything.',
    ],
    links: recoveryLinks(values.publicUrl).en,
  }),
  ko: (values) => ({
    subject: 'Voltline 계정에 잘못된 인증 코드가 입력되었습니다',
    heading: '잘못된 인증 코드 입력 횟수 초과',
    paragraphs: [
      '오늘 Voltline 계정에 잘못된 인증 코드가 10번 입력되었습니다. 내일(UTC 기준)까지 인증 코드를 보내거나 확인할 수 없습니다. 비밀번호는 바뀌지 않았습니다.',
    ],
    details: [{ label: '시각', value: timeText(values) }],
    notes: [
      '오늘 새 비밀번호를 설정하려면 메일 링크를 요청하시기 바랍니다. 본인이 입력하지 않으셨다면 따로 하실 일은 없습니다.',
    ],
    links: recoveryLinks(values.publicUrl).ko,
  }),
}

const payoutAccountChanged: Words<'payoutAccountChanged'> = {
  en: (values) => ({
    subject: 'Your Voltline payout account was changed',
    heading: 'Payout account changed',
    paragraphs: ['Your revenue will be paid to this account from now on.'],
    details: [
      { label: 'Bank', value: values.bank },
      { label: 'Account', value: maskedNumber(values.number) },
      { label: 'When', value: timeText(values) },
    ],
    notes: ['If it was not you, set a new password and write to us before your next payout.'],
    links: recoveryLinks(values.publicUrl).en,
  }),
  ko: (values) => ({
    subject: 'Voltline 지급 계좌가 변경되었습니다',
    heading: '지급 계좌 변경',
    paragraphs: ['앞으로 수익은 아래 계좌로 지급됩니다.'],
    details: [
      { label: '은행', value: values.bank },
      { label: '계좌번호', value: maskedNumber(values.number) },
      { label: '시각', value: timeText(values) },
    ],
    notes: ['본인이 변경하지 않으셨다면 다음 지급 전에 새 비밀번호를 설정하고 문의해 주시기 바랍니다.'],
    links: recoveryLinks(values.publicUrl).ko,
  }),
}

const auditHead: Words<'auditHead'> = {
  en: (values) => ({
    subject: `Voltline audit head of ${values.day}`,
    heading: 'Audit head',
    paragraphs: [
      'This is the end of the audit trail at the end of the UTC day. Keep this mail: whoever removes or changes an audited row later cannot change it.',
    ],
    details: [
      { label: 'Day', value: values.day },
      { label: 'Head', value: values.head },
      { label: 'Links', value: String(values.links) },
      { label: 'Rows', value: String(values.rows) },
      { label: 'Signature', value: values.signature },
    ],
    notes: ['npm run audit -- verify compares the audit trail with every signed head in the file store.'],
  }),
  ko: (values) => ({
    subject: `Voltline ${values.day} 감사 기록 해시`,
    heading: '감사 기록 해시',
    paragraphs: [
      'UTC 기준 하루가 끝난 시점의 감사 기록 마지막 해시입니다. 이 메일을 보관하시기 바랍니다. 나중에 감사 기록을 지우거나 바꾸더라도 이 값은 바꿀 수 없습니다.',
    ],
    details: [
      { label: '날짜', value: values.day },
      { label: '해시', value: values.head },
      { label: '링크 수', value: String(values.links) },
      { label: '행 수', value: String(values.rows) },
      { label: '서명', value: values.signature },
    ],
    notes: ['npm run audit -- verify 명령은 파일 저장소의 모든 서명된 해시와 감사 기록을 비교합니다.'],
  }),
}

const words: { [T in TranslatedTemplate]: Words<T> } = {
  signupLink,
  resetLink,
  verificationCode,
  passwordChanged,
  codesUsedUp,
  payoutAccountChanged,
  adRejected,
  adStopped,
  chargesCorrected,
  caseOpened,
  caseConfirmed,
  caseReleased,
  auditHead,
}

/** The subject contains nothing that the sender typed. */
export const contactLetter = (values: MailValues['contact']): Letter => ({
  subject: 'Contact message · 문의',
  heading: 'Contact message · 문의',
  paragraphs: [values.message.replaceAll(/\r\n?/g, '\n')],
  details: [
    { label: 'Name · 이름', value: values.name },
    { label: 'E-mail · 이메일', value: values.email },
    { label: 'Company · 회사', value: values.company },
    { label: 'Mobile · 휴대전화', value: values.mobile },
  ].filter((detail) => detail.value !== ''),
  notes: ['Answer this mail to write to the sender. · 이 메일에 회신하면 보낸 사람에게 전달됩니다.'],
})

export const letter = <T extends TranslatedTemplate>(
  template: T,
  values: MailValues[T],
  language: Language,
): Letter => {
  const write: Words<T> = words[template]
  return write[language](values)
}
