import { z } from 'zod'
import { call } from './common/call.ts'
import { customerTypes } from './common/enums.ts'
import {
  Digits,
  Email,
  Id,
  Line,
  Money,
  NewPassword,
  nothing,
  PhoneCountry,
  RequiredLine,
  RequiredText,
  TimezoneName,
  TriedPassword,
  Vcode,
} from './common/fields.ts'
import { limits } from './common/limits.ts'

/** Accepted and ignored: links are always built from the configured address. */
const ignoredUrl = z.string().max(4_096).optional()

const token = z.string().max(256)

const Zone = z.object({ TimezoneOffset: z.number().int(), Iso2: z.string(), ShortName: z.string() })

export const User = z.object({
  Type: z.enum(customerTypes),
  CustID: Id,
  SessionKey: z.string(),
  TimezoneOffset: z.number().int(),
  Iso2: z.string(),
  ShortName: z.string(),
})
export type User = z.output<typeof User>

export const signin = call('POST', 'account/signin', {
  who: 'PUBLIC',
  about: 'Signs a customer in and ends every earlier session of that account.',
  input: z.object({ email: Email, pw: TriedPassword }),
  output: z.object({ accessToken: z.string(), user: User }),
  refuses: ['NEED_SIGNUP', 'INVALID_PW', 'IS_BLOCKED', 'TRYAGAIN_LATER'],
})

export const signinCheck = call('POST', 'account/signin-check', {
  who: 'PUBLIC',
  about: 'Checks a stored access token. Refusals are returned with status 200, never 401.',
  input: z.object({ accessToken: token }),
  output: nothing,
  refuses: ['NEED_SIGNIN', 'NEED_REFRESHTOKEN', 'INVALID_SESSIONKEY'],
})

export const signout = call('POST', 'account/signout', {
  who: 'CUSTOMER',
  about: 'Ends the session.',
  input: nothing,
  output: nothing,
  refuses: [],
})

export const humanChallenge = call('GET', 'account/human-challenge', {
  who: 'PUBLIC',
  about:
    'What the browser needs to pass the human check: a proof-of-work challenge, or a provider and its site key.',
  input: nothing,
  output: z.object({
    provider: z.enum(['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'test']),
    siteKey: z.string().optional(),
    /** The proof-of-work challenge, passed to the widget unchanged. */
    challenge: z.record(z.string(), z.unknown()).optional(),
  }),
  refuses: ['TRYAGAIN_LATER'],
})

export const recaptcha = call('POST', 'account/recaptcha', {
  who: 'PUBLIC',
  about: 'Checks the human check’s token and remembers the pass for this browser for 5 minutes.',
  input: z.object({ token: z.string().min(1).max(8_192) }),
  output: nothing,
  refuses: ['API_FORBIDDEN', 'TRYAGAIN_LATER'],
})

export const authMail = call('POST', 'account/auth-mail', {
  who: 'PUBLIC',
  about: 'Mails the link that continues a sign-up. Needs a passed human check.',
  input: z.object({ url: ignoredUrl, email: Email }),
  output: nothing,
  refuses: ['API_FORBIDDEN', 'ONLY_BUSINESSMAIL', 'ALREADY_SIGNUP', 'TRYAGAIN_LATER'],
})

export const signup = call('POST', 'account/signup', {
  who: 'PUBLIC',
  about: 'Creates the account of a mailed token.',
  input: z.object({
    token,
    type: z.enum(customerTypes),
    firstName: RequiredLine(),
    lastName: RequiredLine(),
    company: RequiredLine(),
    pw: NewPassword,
    timezoneName: TimezoneName,
  }),
  newPassword: 'pw',
  output: nothing,
  refuses: [
    'UNKNOWN_TIMEZONE',
    'INVALID_CONFTOKEN',
    'TOKEN_EXPIRED',
    'ONLY_BUSINESSMAIL',
    'DUPLICATE_EMAIL',
    'TRYAGAIN_LATER',
  ],
})

export const verifyEmail = call('POST', 'account/verify-email', {
  who: 'PUBLIC',
  about: 'Checks a mailed token for sign-up or password reset, without using it up.',
  input: z.object({ token }),
  output: nothing,
  refuses: ['INVALID_CONFTOKEN', 'TOKEN_EXPIRED', 'TRYAGAIN_LATER'],
})

export const findEmail = call('POST', 'account/find-email', {
  who: 'PUBLIC',
  about: 'Checks whether an address is registered.',
  input: z.object({ email: Email }),
  output: z.object({
    exist: z.union([z.literal(0), z.literal(1)]),
    email: z.string().optional(),
    registTime: z.string().optional(),
  }),
  refuses: ['TRYAGAIN_LATER'],
})

export const findPassword = call('POST', 'account/find-password', {
  who: 'PUBLIC',
  about: 'Mails a link to set a new password, valid for 3 minutes.',
  input: z.object({ url: ignoredUrl, email: Email }),
  output: nothing,
  refuses: ['NEED_SIGNUP', 'TRYAGAIN_LATER'],
})

export const resetPassword = call('POST', 'account/reset-password', {
  who: 'PUBLIC',
  about: 'Sets a new password with a mailed token and ends every session of the account.',
  input: z.object({ token, pw: NewPassword }),
  newPassword: 'pw',
  output: nothing,
  refuses: ['INVALID_CONFTOKEN', 'TOKEN_EXPIRED', 'TRYAGAIN_LATER'],
})

export const sendVcode = call('POST', 'account/send-vcode', {
  who: 'PUBLIC',
  about: 'Mails a six-digit code, valid for 3 minutes and 5 tries. Needs a passed human check.',
  input: z.object({ email: Email }),
  output: nothing,
  refuses: ['API_FORBIDDEN', 'NEED_SIGNUP', 'TRYAGAIN_LATER'],
})

export const confirmVcode = call('POST', 'account/confirm-vcode', {
  who: 'PUBLIC',
  about: 'Verifies the address by its code and returns a reset token. Needs a passed human check.',
  input: z.object({ email: Email, code: Vcode }),
  output: z.object({ token: z.string() }),
  refuses: ['API_FORBIDDEN', 'INVALID_VCODE', 'VCODE_EXPIRED', 'TRYAGAIN_LATER'],
})

export const confirmPw = call('POST', 'account/confirm-pw', {
  who: 'CUSTOMER',
  about: 'Checks the account password; the session may make guarded changes for 5 minutes.',
  input: z.object({ pw: TriedPassword }),
  output: nothing,
  refuses: ['INVALID_PW', 'TRYAGAIN_LATER'],
})

export const contact = call('POST', 'account/contact', {
  who: 'PUBLIC',
  about: 'Sends a message to the operators. Needs a passed human check.',
  input: z.object({
    name: RequiredLine(),
    email: Email,
    company: Line().default(''),
    mobile: z.union([z.literal(''), Digits(limits.mobileDigitsMax)]).default(''),
    message: RequiredText(limits.messageMax),
  }),
  output: nothing,
  refuses: ['API_FORBIDDEN', 'TRYAGAIN_LATER'],
})

export const changePassword = call('POST', 'account/change-password', {
  who: 'CUSTOMER',
  about: 'Sets a new password and ends every other session of the account.',
  input: z.object({ oldPw: TriedPassword, newPw: NewPassword }),
  newPassword: 'newPw',
  output: nothing,
  refuses: ['INVALID_PW', 'TRYAGAIN_LATER'],
})

export const changeName = call('POST', 'account/change-name', {
  who: 'CUSTOMER',
  about: 'Changes first and last name. Needs a password confirmed in the last 5 minutes.',
  input: z.object({ firstName: RequiredLine(), lastName: RequiredLine() }),
  output: nothing,
  refuses: ['INVALID_PW'],
})

export const changeCompany = call('POST', 'account/change-company', {
  who: 'CUSTOMER',
  about: 'Changes the company. Needs a password confirmed in the last 5 minutes.',
  input: z.object({ company: RequiredLine() }),
  output: nothing,
  refuses: ['INVALID_PW'],
})

export const changeTimezone = call('POST', 'account/change-timezone', {
  who: 'CUSTOMER',
  about: 'Changes the account’s time zone and returns its current offset and names.',
  input: z.object({ timezone: TimezoneName }),
  output: z.object({ row: Zone }),
  refuses: ['UNKNOWN_TIMEZONE'],
})

export const changeMobile = call('POST', 'account/change-mobile', {
  who: 'CUSTOMER',
  about: 'Changes the mobile number. Needs a password confirmed in the last 5 minutes.',
  input: z.object({ code: PhoneCountry, number: Digits(limits.mobileDigitsMax) }),
  output: nothing,
  refuses: ['INVALID_PW'],
})

const Customer = z.object({
  Email: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Company: z.string(),
  TimezoneName: z.string(),
  CountryCode: z.string(),
  MobileNumber: z.string(),
  Type: z.enum(customerTypes),
})

export const adMyPage = call('POST', 'account/ad-my-page', {
  who: 'ADVERTISER',
  about: 'The advertiser’s own account with its cash.',
  input: nothing,
  output: z.object({ customer: Customer.extend({ Cash: Money }) }),
  refuses: [],
})

export const pubMyPage = call('POST', 'account/pub-my-page', {
  who: 'PUBLISHER',
  about:
    'The publisher’s own account, whether it has payout documents (custID 0: no), and the payable revenue.',
  input: nothing,
  output: z.object({ customer: Customer, custID: z.number().int(), revenue: Money }),
  refuses: [],
})

export const errorLogger = call('POST', 'error/logger', {
  who: 'PUBLIC',
  about: 'Writes a browser’s error report to the log, redacted.',
  input: z.object({
    isAxiosError: z.boolean().optional(),
    config: z
      .object({
        url: z.string().max(2_048).optional(),
        method: z.string().max(16).optional(),
        data: z.unknown().optional(),
        params: z.unknown().optional(),
      })
      .nullish(),
    response: z
      .object({
        data: z.unknown().optional(),
        status: z.number().optional(),
        statusText: z.string().max(256).optional(),
      })
      .nullish(),
    message: z.string().max(2_048).optional(),
    stack: z.string().max(16_384).nullish(),
    componentStack: z.string().max(16_384).nullish(),
  }),
  output: nothing,
  refuses: ['TRYAGAIN_LATER'],
})

export const accountCalls = [
  signin,
  signinCheck,
  signout,
  humanChallenge,
  recaptcha,
  authMail,
  signup,
  verifyEmail,
  findEmail,
  findPassword,
  resetPassword,
  sendVcode,
  confirmVcode,
  confirmPw,
  contact,
  changePassword,
  changeName,
  changeCompany,
  changeTimezone,
  changeMobile,
  adMyPage,
  pubMyPage,
  errorLogger,
] as const
