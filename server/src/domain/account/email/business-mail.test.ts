import { expect, test } from 'vitest'
import { isBusinessMail } from './business-mail.ts'
import { freeMailDomains } from './free-mail-domains.ts'

test('SIGNUP-07 well-known free providers are not business mail, in any country', () => {
  const named = ['gmail.com', 'naver.com', 'daum.net', 'hanmail.net', 'nate.com', 'kakao.com', 'yahoo.com']
  const more = [
    'yahoo.co.jp',
    'yahoo.com.br',
    'hotmail.fr',
    'outlook.kr',
    'icloud.com',
    'live.co.uk',
    'gmx.net',
  ]
  for (const domain of [...named, ...more, ...freeMailDomains]) {
    expect([domain, isBusinessMail(`someone@${domain}`)]).toEqual([domain, false])
  }
})

test('SIGNUP-07 disposable domains and subdomains of free ones are not business mail', () => {
  for (const domain of ['mailinator.com', 'guerrillamail.com', 'x.mailinator.com', 'my.mail.gmail.com']) {
    expect([domain, isBusinessMail(`someone@${domain}`)]).toEqual([domain, false])
  }
})

test('SIGNUP-07 other scripts, cases and dots do not get past the list', () => {
  for (const domain of ['GMAIL.COM', 'ｇｍａｉｌ.com', 'gmail.com.', 'Naver.Com', 'gmail。com']) {
    expect([domain, isBusinessMail(`someone+shop@${domain}`)]).toEqual([domain, false])
  }
})

test('SIGNUP-07 a company’s own domain is business mail, also when it sounds like a provider', () => {
  for (const domain of [
    'company.test',
    'voltline.test',
    'livenation.com',
    'mygmail.io',
    'naverland.co.kr',
    'aol-tech.de',
  ]) {
    expect([domain, isBusinessMail(`someone@${domain}`)]).toEqual([domain, true])
  }
})
