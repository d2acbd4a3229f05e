import type { IncomingMessage, ServerResponse } from 'node:http'
import { demoInstall, demoVisit } from '@voltline/contract'
import { DatabaseAway } from '../../platform/database/faults.ts'
import { AdCall } from '../calls/ad.ts'
import { clickPath, handleClick } from '../calls/click.ts'
import { claimAppReward, openSession, readUser } from '../calls/device.ts'
import { reportEvent } from '../calls/event.ts'
import { acceptPostback } from '../calls/postback/postback.ts'
import { linkAddress, requestWithdrawal } from '../calls/wallet/wallet.ts'
import type { AppRequest } from '../fast/app-request.ts'
import { explainVisit, simulateInstall } from '../playground/calls.ts'
import { samplePath } from '../sample/sample.ts'
import { sendSample } from '../sample/send-sample.ts'
import type { App } from '../snapshot/records.ts'
import { VastCall } from '../vast/vast-call.ts'
import { framePath, frameScriptPath, handleFrame } from './frame-page.ts'
import * as replies from './reply.ts'
import { handleScript } from './sdk-script.ts'
import { type CallServices, DatabaseUnreachable, warnUnreachable } from './services.ts'

type PendingReply = replies.Reply | Promise<replies.Reply>
type AppCall = (app: App, input: unknown, request: IncomingMessage) => PendingReply

const queryOf = (request: IncomingMessage): Record<string, string> => {
  const query = (request.url ?? '').split('?', 2)[1] ?? ''
  return Object.fromEntries(new URLSearchParams(query))
}

/** The SDK API, click links and postbacks, by URL. */
export class Routes {
  readonly #services: CallServices
  readonly ad: AdCall
  readonly #vast: VastCall
  readonly #posts: Map<string, AppCall>
  readonly #gets: Map<string, AppCall>

  constructor(services: CallServices) {
    this.#services = services
    this.ad = new AdCall(services)
    this.#vast = new VastCall(services, this.ad)
    this.#posts = new Map<string, AppCall>([
      ['/sdk/v1/ad', (app, body, request) => this.ad.reply(app, body, request)],
      ['/sdk/v1/event', (app, body, request) => reportEvent(services, app, body, request)],
      ['/sdk/v1/session', (app, body, request) => openSession(services, app, body, request)],
      ['/sdk/v1/user/address', (app, body) => linkAddress(services, app, body)],
      ['/sdk/v1/user/withdraw', (app, body) => requestWithdrawal(services, app, body)],
      ['/sdk/v1/app-reward', (app, body) => claimAppReward(services, app, body)],
    ])
    this.#gets = new Map<string, AppCall>([['/sdk/v1/user', (app, query) => readUser(services, app, query)]])
    const { explanations } = services
    if (!explanations) return
    this.#gets.set(demoVisit.path, (app, query) => explainVisit(services, explanations, app, query))
    this.#posts.set(demoInstall.path, (app, body) => simulateInstall(services, explanations, app, body))
  }

  /** Returns whether the URL is one of delivery's; if so, a reply has been or will be sent. */
  handle(request: AppRequest, response: ServerResponse): boolean {
    const url = request.url ?? ''
    if (url.startsWith('/sdk/v1/')) this.#sdk(url, request, response)
    else if (url.startsWith(clickPath)) return handleClick(this.#services, request, response)
    else if (url.startsWith('/postback/v1/')) this.#postback(url, request, response)
    else if (url.startsWith('/sdk/voltline.')) return handleScript(request, response)
    else return false
    return true
  }

  #sdk(url: string, request: AppRequest, response: ServerResponse): void {
    const { method } = request
    if (method === 'POST') {
      const call = this.#posts.get(url) ?? this.#posts.get(pathOf(url))
      if (call) this.#post(call, request, response)
      else this.#finish(request, response, replies.unknownCall)
      return
    }
    const path = pathOf(url)
    if (method === 'OPTIONS') {
      request.resume()
      replies.sendPreflight(response)
    } else if (method === 'GET' && path === '/sdk/v1/keys') {
      this.#finish(request, response, () => this.#receiptKeys())
    } else if (method === 'GET' && path.startsWith(samplePath)) sendSample(path, request, response)
    else if (this.#isFrame(path, request, response) || this.#vast.handle(path, request, response)) return
    else {
      const call = method === 'GET' ? this.#gets.get(path) : undefined
      const app = call && this.#appOf(request)
      if (!call) this.#finish(request, response, replies.unknownCall)
      else if (!app) this.#finish(request, response, replies.forbidden)
      else this.#finish(request, response, call(app, queryOf(request), request))
    }
  }

  #isFrame(path: string, request: AppRequest, response: ServerResponse): boolean {
    if (path !== framePath && path !== frameScriptPath) return false
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    return handleFrame(request, response, { path, publicUrl: this.#services.settings.publicUrl })
  }

  async #receiptKeys(): Promise<replies.Reply> {
    return replies.reply(200, { error: 'SUCCESS', keys: await this.#services.receipts.keys() })
  }

  #post(call: AppCall, request: AppRequest, response: ServerResponse): void {
    const app = this.#appOf(request)
    if (!app) {
      this.#refuse(request, response)
      return
    }
    replies.readBody(request, response, (text) => {
      const body = replies.parseJson(text)
      if (body === undefined) {
        replies.send(response, replies.invalidInput('the body is not JSON'))
        return
      }
      this.#run(response, () => call(app, body, request))
    })
  }

  /** No key, or an unknown one. Ad requests with a revoked key are counted. */
  #refuse(request: AppRequest, response: ServerResponse): void {
    const key = replies.headerOf(request, 'x-api-key')
    const app = key ? this.#services.snapshot.appByRevokedKey(key) : undefined
    if (!app || pathOf(request.url ?? '') !== '/sdk/v1/ad') {
      this.#finish(request, response, replies.forbidden)
      return
    }
    replies.readBody(request, response, (text) => {
      this.ad.countRevoked(app, replies.parseJson(text), request)
      replies.send(response, replies.forbidden)
    })
  }

  #appOf(request: IncomingMessage): App | undefined {
    const key = replies.headerOf(request, 'x-api-key')
    return key ? this.#services.snapshot.appByKey(key) : undefined
  }

  #postback(url: string, request: AppRequest, response: ServerResponse): void {
    const path = pathOf(url)
    const kind = { '/postback/v1/install': 'INSTALL', '/postback/v1/action': 'ACTION' } as const
    const action = Object.hasOwn(kind, path) ? kind[path as keyof typeof kind] : undefined
    if (!action || (request.method !== 'GET' && request.method !== 'POST')) {
      this.#finish(request, response, replies.unknownCall)
    } else if (request.method === 'GET') {
      this.#finish(request, response, () => acceptPostback(this.#services, action, queryOf(request)))
    } else {
      replies.readBody(request, response, (text) => {
        const body = readForm(text)
        if (body === undefined)
          replies.send(response, replies.invalidInput('the body is neither JSON nor a form'))
        else {
          const input = { ...queryOf(request), ...body }
          this.#run(response, () => acceptPostback(this.#services, action, input))
        }
      })
    }
  }

  /** For calls whose body, if any, is ignored. */
  #finish(
    request: IncomingMessage,
    response: ServerResponse,
    reply: PendingReply | (() => PendingReply),
  ): void {
    request.resume()
    this.#run(response, typeof reply === 'function' ? reply : () => reply)
  }

  #run(response: ServerResponse, work: () => PendingReply): void {
    try {
      this.#send(response, work())
    } catch (fault) {
      this.#fail(response, fault)
    }
  }

  #send(response: ServerResponse, reply: PendingReply): void {
    if (reply instanceof Promise) {
      reply.then(
        (settled) => replies.send(response, settled),
        (fault: unknown) => this.#fail(response, fault),
      )
    } else replies.send(response, reply)
  }

  #fail(response: ServerResponse, fault: unknown): void {
    if (fault instanceof DatabaseUnreachable || fault instanceof DatabaseAway) {
      warnUnreachable(this.#services.log, fault)
      replies.send(response, replies.tryLater)
      return
    }
    this.#services.log.error({ err: fault }, 'an SDK call failed')
    replies.send(response, replies.internalFault)
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** Advertisers' servers send JSON or a form. Undefined if it is neither. */
function readForm(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  const body = replies.parseJson(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  if (body !== undefined || text.trimStart().startsWith('{')) return undefined
  return Object.fromEntries(new URLSearchParams(text))
}
