/**
 * The rules of the screens' forms, by the names of their fields. They are built from the schemas of the calls, and
 * stricter where a screen must say something before a call would be refused. The web loads this file, and with it the
 * schema library, when a form is first used.
 */
import { isZone } from '@voltline/kernel'
import { z } from 'zod'
import type { BillingType, CampaignType, Product } from './common/enums.ts'
import {
  Countries,
  Digits,
  Email,
  idMax,
  isFullUrl,
  Line,
  NewPassword,
  PhoneCountry,
  RequiredLine,
  TriedPassword,
  WholeWon,
} from './common/fields.ts'
import { limits } from './common/limits.ts'
import { ruleThresholdMax } from './quality.ts'
import { deviceIdPattern } from './sdk.ts'

/** The text that a screen shows when a rule of its own is broken. */
const shows = (text: string) => ({ params: { text } })

/** A number field holds '' while it is empty, and text that is too long to be a number. */
const Typed = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    const text = String(value ?? '').trim()
    if (text === '') return undefined
    return /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN
  }, schema)
const TypedWon = (range: { min: number; max: number }) => Typed(WholeWon(range))
const FilledIn = z.union([z.string().min(1), z.number()])

const trimmed = z.string().transform((text) => text.trim())
const FullUrl = trimmed.pipe(z.string().max(limits.urlMax).refine(isFullUrl, shows('url')))
const ZoneName = z.string().refine(isZone)
const SameAs = (password: string) =>
  z
    .string()
    .min(1)
    .refine((text) => text === password, shows('passwordsDiffer'))

export const signinForm = z.object({ email: Email, pw: TriedPassword })
export const emailForm = z.object({ email: Email })
export const codeForm = z.object({ code: Digits(limits.vcodeLength) })
export const resetPasswordForm = (values: { pw: string }) =>
  z.object({ pw: NewPassword, again: SameAs(values.pw) })
export const changePasswordForm = (values: { newPw: string }) =>
  z.object({ oldPw: NewPassword, newPw: NewPassword, again: SameAs(values.newPw) })
export const signupForm = (values: { pw: string }) =>
  z.object({
    firstName: RequiredLine(),
    lastName: RequiredLine(),
    company: RequiredLine(),
    pw: NewPassword,
    again: SameAs(values.pw),
    timezoneName: ZoneName,
  })
export const nameForm = z.object({ firstName: RequiredLine(), lastName: RequiredLine() })
export const companyForm = z.object({ company: RequiredLine() })
export const timezoneForm = z.object({ timezone: ZoneName })
export const mobileForm = z.object({ code: PhoneCountry, number: Digits(limits.mobileDigitsMax) })

/** A campaign that is not for one platform has a target on each. */
export const hasTarget = (type: CampaignType, platform: 'AOS' | 'IOS'): boolean =>
  type === platform || type === 'BOTH' || type === 'WEB'

const campaign = (type: CampaignType, target: z.ZodType) => ({
  name: RequiredLine(),
  countries: Countries,
  urlAos: hasTarget(type, 'AOS') ? target : z.string(),
  urlIos: hasTarget(type, 'IOS') ? target : z.string(),
})
export const addCampaignForm = ({ type }: { type: CampaignType }) =>
  z.object({
    ...campaign(type, FullUrl),
    budget: TypedWon({ min: limits.budgetMin, max: limits.budgetMax }),
  })
/** A changed URL that is too long is refused by the call, with a code of its own. */
export const modifyCampaignForm = ({ type }: { type: CampaignType }) =>
  z.object(
    campaign(
      type,
      trimmed.pipe(z.string().refine((url) => isFullUrl(url.slice(0, limits.urlMax)), shows('url'))),
    ),
  )

interface AdFormValues {
  product: Product
  billingType: BillingType
  storeURL: string
  minCost: number | string
}
export function adForm({ product, billingType, storeURL, minCost }: AdFormValues) {
  const Limit = TypedWon({ min: limits.budgetMin, max: limits.budgetMax })
  const bid = { min: billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin, max: limits.bidMax }
  return z.object({
    name: RequiredLine(),
    comment: Line(),
    countries: Countries,
    url: FullUrl,
    storeURL: product === 'VIDEO' && storeURL.trim() !== '' ? FullUrl : z.string(),
    title: Line(),
    week: z.array(z.number()).refine((week) => week.some((hours) => hours > 0), shows('oneDay')),
    dayLimit: Limit,
    budgetLimit: Limit,
    minCost: TypedWon(bid),
    maxCost: Typed(WholeWon(bid).refine((cost) => cost >= Number(minCost), shows('minMax'))),
  })
}

export const appForm = z.object({ name: RequiredLine(), storeURL: FullUrl })
export const unitForm = z.object({ name: RequiredLine(), reward: Line() })
export const rewardForm = z.object({ rewardName: RequiredLine(), reward: FilledIn })
export const payoutAccountForm = z.object({
  name: RequiredLine(),
  bank: RequiredLine(),
  number: Digits(limits.accountNumberDigitsMax),
  countryCode: PhoneCountry,
  mobileNumber: Digits(limits.mobileDigitsMax),
})
export const payoutForm = z.object({ amount: FilledIn })

const Reason = RequiredLine(1_000)
export const creditForm = z.object({
  amount: Typed(
    z.number().refine((amount) => amount >= 1 && amount <= limits.creditMax, {
      params: { text: 'maximum', max: limits.creditMax },
    }),
  ),
  reason: Reason,
})
export const ruleForm = z.object({ threshold: Typed(z.number().int().min(0).max(ruleThresholdMax)) })
const TypedDevice = trimmed.pipe(z.string().refine((id) => deviceIdPattern.test(id), shows('deviceId')))
export const blockDeviceForm = z.object({
  deviceID: TypedDevice,
  reason: Reason,
})

/** What the charges of a correction have in common. */
export type CorrectionSubject = 'medID' | 'proID' | 'deviceID' | 'rule'
const TypedId = Typed(z.number().int().min(1).max(idMax))
const subjectIds: Record<CorrectionSubject, z.ZodType> = {
  medID: TypedId,
  proID: TypedId,
  deviceID: TypedDevice,
  rule: z.string().min(1),
}
const periodFrom = (from: string) => ({
  from: z.string().min(1),
  to: z
    .string()
    .min(1)
    .refine((to) => to >= from, shows('periodOrder')),
})
export const correctionForm = ({ subject, from }: { subject: CorrectionSubject; from: string }) =>
  z.object({ id: subjectIds[subject], ...periodFrom(from) })
export const reasonForm = z.object({ reason: Reason })
const ReasonText = trimmed.pipe(z.string().min(1).max(1_000))
export const reasonTextForm = z.object({ reason: ReasonText })
export const openCaseForm = ({ from }: { from: string }) =>
  z.object({ medID: TypedId, ...periodFrom(from), reason: ReasonText })
export const appealForm = z.object({ text: trimmed.pipe(z.string().min(1).max(limits.appealMax)) })
