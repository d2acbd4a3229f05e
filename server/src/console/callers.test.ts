import { apiPrefix, type Call, calls, type Who } from '@voltline/contract'
import { assert } from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { useTestServer } from '../../testing/test-server.ts'

const server = useTestServer()

/** Every call and who may make it. Adding or removing a call, or opening it to others, needs a change here. */
const callers: Record<Who, string> = {
  PUBLIC: `
    POST account/signin          POST account/signin-check    GET account/human-challenge
    POST account/recaptcha       POST account/auth-mail       POST account/signup
    POST account/verify-email    POST account/find-email      POST account/find-password
    POST account/reset-password  POST account/send-vcode      POST account/confirm-vcode
    POST account/contact         POST error/logger            POST admin/signin
    GET demo/playground          GET common/settings`,
  CUSTOMER: `
    POST account/signout         POST account/confirm-pw      POST account/change-password
    POST account/change-name     POST account/change-company  POST account/change-timezone
    POST account/change-mobile   POST common/s3-get-signed-url
    GET account/statement`,
  ADVERTISER: `
    POST account/ad-my-page
    POST ad/                     POST ad/stop-all-promotion   POST ad/start-all-promotion
    GET ad/campaign/             GET ad/campaign/list-all     POST ad/campaign/get
    POST ad/campaign/add         POST ad/campaign/modify
    GET ad/ad/                   GET ad/ad/get                POST ad/ad/start
    POST ad/ad/stop              POST ad/ad/add               POST ad/ad/modify
    POST ad/ad/bidcost           POST ad/ad/s3-get-signed-url POST ad/ad/s3-get-signed-url-video
    POST ad/ad/duration          POST ad/ad/video             POST ad/ad/video2
    POST ad/ad/scraper           GET ad/ad/summary            GET ad/overview
    POST ad/postback/get         POST ad/postback/renew
    POST ad/postback/token-renew POST ad/postback/events     GET ad/postback/log
    GET ad/report/campaign       GET ad/report/ad             GET ad/report/ad-daily
    GET ad/report/view           GET ad/insight/charges       GET ad/insight/apps
    GET ad/insight/funnel        GET ad/insight/landscape`,
  PUBLISHER: `
    POST account/pub-my-page     POST account/get-revenue     POST account/get-account
    POST account/modify-account  POST account/request-revenue-check
    POST account/request-revenue GET account/revenue-details  GET account/request-list
    POST account/s3-get-signed-url
    POST pub/                    POST pub/active-all-media
    GET pub/app/                 GET pub/app/list-all         POST pub/app/get
    POST pub/app/add             POST pub/app/modify          POST pub/app/request-api-key
    GET pub/inventory/           POST pub/inventory/get       POST pub/inventory/add
    POST pub/inventory/modify    POST pub/inventory/active-media
    POST pub/inventory/callback  POST pub/inventory/callback-test
    GET pub/inventory/callbacks  POST pub/inventory/callback-resend
    GET pub/app-reward/          POST pub/app-reward/get      POST pub/app-reward/add
    POST pub/app-reward/modify   POST pub/app-reward/remove
    GET pub/report/report-by-daily        GET pub/report/report-by-daily-app
    GET pub/report/report-by-daily-media  GET pub/report/report-by-app
    GET pub/report/report-by-user         GET pub/report/view
    GET pub/quality/             POST pub/quality/appeal      GET pub/insight/earnings
    GET pub/insight/fill         POST pub/insight/try`,
  OPERATOR: `
    POST admin/signout           POST admin/me                POST admin/app/list
    GET admin/withdrawal/
    POST admin/payout/list       POST admin/payout/get        POST admin/queues
    POST admin/today             POST admin/days
    POST admin/message/list      POST admin/customer/list
    POST admin/customer/get      POST admin/customer/statement
    POST admin/device/list       POST admin/money/books       POST admin/money/months
    GET admin/ad/                GET admin/ad/get
    POST admin/invalid           POST admin/audit/list        POST admin/audit/export
    GET admin/quality/rules      GET admin/trace      GET admin/case/              GET admin/case/get`,
  ADMINISTRATORS: `
    POST admin/withdrawal/answer POST admin/withdrawal/pool
    POST admin/app/approve       POST admin/app/issue-key     POST admin/customer/credit
    POST admin/customer/debit    POST admin/payout/release    POST admin/correction/preview
    POST admin/correction/add
    POST admin/payout/answer     POST admin/app/revoke-key    POST admin/message/close
    POST admin/customer/block    POST admin/customer/unblock  POST admin/device/block
    POST admin/device/unblock    POST admin/money/prove
    POST admin/ad/review         POST admin/ad/stop
    POST admin/quality/rule      POST admin/case/open         POST admin/case/confirm
    POST admin/case/release`,
}

/** A new one for every call, because some calls end the session that makes them. */
const principals = {
  advertiser: () => server.customer('ADVERTISER'),
  publisher: () => server.customer('PUBLISHER'),
  administrator: () => server.operator('ADMINISTRATORS'),
  'read-only operator': () => server.operator('USERS'),
} satisfies Record<string, () => Promise<Client>>
type Principal = keyof typeof principals

const allowed: Record<Who, readonly Principal[]> = {
  PUBLIC: ['advertiser', 'publisher', 'administrator', 'read-only operator'],
  CUSTOMER: ['advertiser', 'publisher'],
  ADVERTISER: ['advertiser'],
  PUBLISHER: ['publisher'],
  OPERATOR: ['administrator', 'read-only operator'],
  ADMINISTRATORS: ['administrator'],
}

/** An empty request: enough to see who is accepted, too little to change much. */
async function knock(client: Client, call: Call): Promise<{ status: number; error: string }> {
  const request: RequestInit =
    call.method === 'GET'
      ? {}
      : call.multipart
        ? { method: 'POST', body: new FormData() }
        : { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  const reply = await client.raw(`${apiPrefix}${call.path}`, request)
  const { error } = (await reply.json()) as { error: string }
  return { status: reply.status, error }
}

const nameOf = (call: Call) => `${call.method} ${call.path}`

test('API-04 the contract’s calls are exactly these, each with exactly this caller', () => {
  const listed = Object.entries(callers).flatMap(([who, text]) =>
    [...text.matchAll(/(GET|POST) (\S+)/g)].map(([, method, path]) => `${who} ${method} ${path}`),
  )
  expect(calls.map((call) => `${call.who} ${nameOf(call)}`).sort()).toEqual(listed.sort())
})

describe.each(calls.map((call) => ({ name: nameOf(call), call })))('$name', ({ call }) => {
  const isPublic = call.who === 'PUBLIC'

  test('API-86 refuses callers without a session or with an invalid token', async () => {
    const visitor = server.client()
    const strangers = server.client()
    strangers.credentials = { accessToken: 'none', custId: '1', sessionKey: 'none' }
    for (const client of [visitor, strangers]) {
      const { status, error } = await knock(client, call)
      if (isPublic) expect([401, 403, 404]).not.toContain(status)
      else expect({ status, error }).toEqual({ status: 401, error: 'NEED_SIGNIN' })
      expect(status).toBeLessThan(500)
    }
  })

  test('ERR-38 ENUM-14 accepts its callers and refuses everyone else', async () => {
    for (const [name, make] of Object.entries(principals)) {
      const { status, error } = await knock(await make(), call)
      if (allowed[call.who].includes(name as Principal)) {
        expect([name, [401, 403, 404].includes(status), status < 500]).toEqual([name, false, true])
      } else {
        expect([name, status, error]).toEqual([name, 403, 'NO_PERMISSION'])
      }
    }
  })

  if (isPublic) return
  test('SESSION-14 a token with another person’s CustID or SessionKey is refused', async () => {
    const [name = 'advertiser'] = allowed[call.who]
    const caller = await principals[name]()
    const mine = caller.credentials
    const theirs = (await principals[name]()).credentials
    assert(mine && theirs, 'both are signed in')
    for (const mixed of [
      { ...mine, custId: theirs.custId },
      { ...mine, sessionKey: theirs.sessionKey },
      { ...mine, custId: theirs.custId, sessionKey: theirs.sessionKey },
    ]) {
      caller.credentials = mixed
      expect(await knock(caller, call)).toEqual({ status: 401, error: 'INVALID_SESSIONKEY' })
    }
  })
})
