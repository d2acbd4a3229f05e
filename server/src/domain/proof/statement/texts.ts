import type { Language } from '@voltline/contract'
import type { Side } from '../month-rows.ts'

interface StatementTexts {
  title: Record<Side, string>
  customer: string
  month: string
  zone: string
  balances: string
  opening: string
  credits: string
  debits: string
  charges: Record<Side, string>
  corrections: string
  payouts: string
  closing: string
  byApp: string
  app: string
  rows: string
  amount: string
  others: (count: number) => string
  none: string
  proof: string
  proofText: string
  root: string
  previous: string
  first: string
}

export const statementTexts: Record<Language, StatementTexts> = {
  en: {
    title: { ADVERTISER: 'Advertising statement', PUBLISHER: 'Revenue statement' },
    customer: 'Customer',
    month: 'Month',
    zone: 'From the first to the last day of the month in Asia/Seoul. Amounts in KRW.',
    balances: 'Account',
    opening: 'Opening balance',
    credits: 'Credited',
    debits: 'Debited',
    charges: { ADVERTISER: 'Charges for ads', PUBLISHER: 'Earned by ads' },
    corrections: 'Corrections',
    payouts: 'Paid out',
    closing: 'Closing balance',
    byApp: 'By app',
    app: 'App',
    rows: 'Rows',
    amount: 'Amount',
    others: (count) => `${count} more apps`,
    none: 'Nothing was charged in this month.',
    proof: 'Proof',
    proofText:
      'Every row of the CSV is part of the root below, which is published and signed. Run “node verify.mjs” in this folder to check rows, sums and signature without a network.',
    root: 'Root of the month',
    previous: 'Root of the month before',
    first: 'none: this is the first month',
  },
  ko: {
    title: { ADVERTISER: '광고비 명세서', PUBLISHER: '수익 명세서' },
    customer: '고객',
    month: '대상 월',
    zone: '한국 시간(Asia/Seoul) 기준 해당 월 1일부터 말일까지입니다. 금액 단위는 원(KRW)입니다.',
    balances: '계정',
    opening: '기초 잔액',
    credits: '충전',
    debits: '차감',
    charges: { ADVERTISER: '광고비', PUBLISHER: '광고 수익' },
    corrections: '정정',
    payouts: '지급',
    closing: '기말 잔액',
    byApp: '앱별 내역',
    app: '앱',
    rows: '건수',
    amount: '금액',
    others: (count) => `그 외 앱 ${count}개`,
    none: '이 달에는 과금 내역이 없습니다.',
    proof: '검증',
    proofText:
      'CSV의 모든 행은 아래 루트 해시에 포함되어 있으며, 루트는 서명되어 공개됩니다. 이 폴더에서 “node verify.mjs”를 실행하면 네트워크 없이 행, 합계, 서명을 확인할 수 있습니다.',
    root: '이 달의 루트',
    previous: '전월의 루트',
    first: '없음: 첫 번째 달입니다',
  },
}
