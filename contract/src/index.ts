import { accountCalls } from './account.ts'
import { postbackCalls } from './ad/postback.ts'
import { adReviewCalls } from './ad/review.ts'
import { adCalls } from './ad.ts'
import { appCalls } from './app.ts'
import { auditCalls } from './audit.ts'
import { campaignCalls } from './campaign.ts'
import type { Call } from './common/call.ts'
import { demoCalls } from './demo.ts'
import { chargeCalls } from './insight/charges.ts'
import { deliveryInsightCalls } from './insight/delivery.ts'
import { statementCalls } from './insight/statement.ts'
import { traceCalls } from './insight/trace.ts'
import { ledgerCalls } from './ledger.ts'
import { materialCalls } from './material.ts'
import { withdrawalCalls } from './operator/withdrawal.ts'
import { operatorCalls } from './operator.ts'
import { payoutCalls } from './payout.ts'
import { caseCalls } from './quality/cases.ts'
import { qualityCalls } from './quality.ts'
import { reportViewCalls } from './report/view.ts'
import { reportCalls } from './reports.ts'
import { callbackCalls } from './unit/callback.ts'
import { unitCalls } from './unit.ts'

export * from './account.ts'
export * from './ad/postback.ts'
export * from './ad/review.ts'
export * from './ad.ts'
export * from './app.ts'
export * from './audit.ts'
export * from './campaign.ts'
export * from './common/call.ts'
export * from './common/countries.ts'
export * from './common/enums.ts'
export * from './common/errors.ts'
export * from './common/fields.ts'
export * from './common/limits.ts'
export * from './common/pages.ts'
export * from './common/phone-countries.ts'
export * from './common/pictures.ts'
export * from './common/traffic-rules.ts'
export * from './demo.ts'
export * from './insight/charges.ts'
export * from './insight/delivery.ts'
export * from './insight/statement.ts'
export * from './insight/trace.ts'
export * from './insight/why.ts'
export * from './ledger.ts'
export * from './material.ts'
export * from './operator/withdrawal.ts'
export * from './operator.ts'
export * from './payout.ts'
export * from './quality/cases.ts'
export * from './quality.ts'
export * from './report/view.ts'
export * from './reports.ts'
export * from './sdk.ts'
export * from './unit/callback.ts'
export * from './unit.ts'

/** Every call of the console API. */
export const calls: readonly Call[] = [
  ...accountCalls,
  ...statementCalls,
  ...operatorCalls,
  ...appCalls,
  ...unitCalls,
  ...callbackCalls,
  ...campaignCalls,
  ...adCalls,
  ...postbackCalls,
  ...adReviewCalls,
  ...materialCalls,
  ...reportCalls,
  ...deliveryInsightCalls,
  ...reportViewCalls,
  ...chargeCalls,
  ...payoutCalls,
  ...withdrawalCalls,
  ...ledgerCalls,
  ...qualityCalls,
  ...caseCalls,
  ...auditCalls,
  ...traceCalls,
  ...demoCalls,
]
