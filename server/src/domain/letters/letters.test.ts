import { instant, won, type Zone } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { layOut } from './layout.ts'
import { contactLetter, letter } from './letters.ts'
import { resetUrl, signupUrl } from './links.ts'

const publicUrl = 'https://ads.example.com'
const moment = { at: instant(Date.parse('2026-11-03T05:20:00Z')), zone: 'Asia/Seoul' as Zone, publicUrl }
const link = signupUrl(publicUrl, { email: 'a+b@company.test', token: 'x&y=z#' })
const ad = { adName: 'Orchard <b>', adId: 7, reason: 'Shows a weapon' }
const unit = {
  appName: 'Stars',
  mediumName: 'Home <b>',
  from: moment.at,
  to: moment.at,
  amountMicros: won(1_200),
}
const letters = (language: 'en' | 'ko') => ({
  signupLink: letter('signupLink', { link }, language),
  resetLink: letter('resetLink', { link: resetUrl(publicUrl, 'abc') }, language),
  verificationCode: letter('verificationCode', { code: '042917' }, language),
  passwordChanged: letter('passwordChanged', moment, language),
  auditHead: letter(
    'auditHead',
    { day: '2026-11-16', head: 'a'.repeat(64), links: 3, rows: 20, signature: 'b'.repeat(64) },
    language,
  ),
  adRejected: letter('adRejected', { ...moment, ...ad }, language),
  adStopped: letter('adStopped', { ...moment, ...ad }, language),
  caseOpened: letter('caseOpened', { ...moment, ...unit, reason: '' }, language),
  caseConfirmed: letter('caseConfirmed', { ...moment, ...unit, reason: 'Same device' }, language),
  caseReleased: letter('caseReleased', { ...moment, ...unit, reason: 'Tests of yours' }, language),
  codesUsedUp: letter('codesUsedUp', moment, language),
  payoutAccountChanged: letter(
    'payoutAccountChanged',
    { ...moment, bank: 'Kookmin <b>', number: '12345678901234' },
    language,
  ),
})

const hangul = /[가-힣]/

test('links have the configured address and carry every value unchanged', () => {
  const url = new URL(link)
  expect(url.origin).toBe(publicUrl)
  expect(url.pathname).toBe('/')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    type: 'signup',
    email: 'a+b@company.test',
    token: 'x&y=z#',
  })
  expect(Object.fromEntries(new URL(resetUrl(publicUrl, 'abc')).searchParams)).toEqual({
    type: 'findpw',
    token: 'abc',
  })
})

test.each(Object.keys(letters('en')) as (keyof ReturnType<typeof letters>)[])(
  'I18N the mail %s is written in each language alone, or in both with English first',
  (name) => {
    const en = layOut([{ language: 'en', letter: letters('en')[name] }])
    const ko = layOut([{ language: 'ko', letter: letters('ko')[name] }])
    expect(en.subject + en.text).not.toMatch(hangul)
    expect(ko.subject).toMatch(hangul)
    expect(ko.text).toMatch(/(습니다|됩니다|랍니다|바랍니다)\./)
    expect(ko.text).not.toMatch(/(해요|세요|어요)/)
    const both = layOut([
      { language: 'en', letter: letters('en')[name] },
      { language: 'ko', letter: letters('ko')[name] },
    ])
    expect(both.text.indexOf(letters('en')[name].heading)).toBeLessThan(
      both.text.indexOf(letters('ko')[name].heading),
    )
    expect(both.links).toEqual([...new Set([...en.links, ...ko.links])])
    expect(both.html).toContain('lang="en"')
    expect(both.html).toContain('lang="ko"')
  },
)

test('every link is in the text, in the HTML and in the list', () => {
  const mail = layOut([{ language: 'en', letter: letters('en').signupLink }])
  expect(mail.links).toEqual([link])
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  expect(layOut([{ language: 'en', letter: letters('en').passwordChanged }]).links).toEqual([
    `${publicUrl}/find-password`,
    `${publicUrl}/home-help`,
  ])
})

test('a mail loads no remote content', () => {
  for (const content of Object.values(letters('en'))) {
    expect(layOut([{ language: 'en', letter: content }]).html).not.toMatch(
      /<(img|link|script|style)|url\(|@import/,
    )
  }
})

test('user input is text in the HTML, never markup', () => {
  const mail = layOut([
    {
      language: undefined,
      letter: contactLetter({
        name: '<script>alert(1)</script>',
        email: 'a@b.test',
        company: '"><img src=x>',
        mobile: '',
        message: 'one\n<b>two</b>',
      }),
    },
  ])
  expect(mail.html).not.toMatch(/<(script|img|b)\b/)
  expect(mail.text).toContain('one\n<b>two</b>')
  expect(mail.subject).not.toContain('script')
})

test('the payout mail shows the account’s last digits only, and the owner’s time', () => {
  const mail = layOut([{ language: 'en', letter: letters('en').payoutAccountChanged }])
  expect(mail.text).toContain('•••• 1234')
  expect(mail.text + mail.html).not.toContain('12345678901234')
  expect(mail.text).toContain('2026-11-03 14:20 (Asia/Seoul)')
})
