import type { IncomingMessage, ServerResponse } from 'node:http'
import { demoInstall, demoVisit } from '@voltline/contract'
import { answerInstall, answerVisit } from '../playground/visit.ts'
import { sampleFile, samplePath } from '../sample/sample.ts'
import type { App } from '../snapshot/records.ts'
import { AdCall } from './ad.ts'
import type { AppRequest } from './app-request.ts'
import { clickPath, handleClick } from './click.ts'
import { answerAppReward, answerSession, answerUser } from './device.ts'
import { answerEvent } from './event.ts'
import { answerPostback } from './postback.ts'
import { handleScript } from './sdk-script.ts'
import { complain, type Serving, Unreachable } from './serving.ts'
import * as wire from './wire.ts'

type Answered = wire.Answer | Promise<wire.Answer>
type AppCall = (app: App, input: unknown, request: IncomingMessage) => Answered

const queryOf = (request: IncomingMessage): Record<string, string> => {
  const query = (request.url ?? '').split('?', 2)[1] ?? ''
  return Object.fromEntries(new URLSearchParams(query))
}

/** The calls of apps, by URL. */
export class Routes {
  readonly #serving: Serving
  readonly ad: AdCall
  readonly #posts: Map<string, AppCall>
  readonly #gets: Map<string, AppCall>

  constructor(serving: Serving) {
    this.#serving = serving
    this.ad = new AdCall(serving)
    this.#posts = new Map<string, AppCall>([
      ['/sdk/v1/ad', (app, body, request) => this.ad.answer(app, body, request)],
      ['/sdk/v1/event', (app, body) => answerEvent(serving, app, body)],
      ['/sdk/v1/session', (app, body) => answerSession(serving, app, body)],
      ['/sdk/v1/app-reward', (app, body) => answerAppReward(serving, app, body)],
    ])
    this.#gets = new Map<string, AppCall>([['/sdk/v1/user', (app, query) => answerUser(serving, app, query)]])
    const { explanations } = serving
    if (!explanations) return
    this.#gets.set(demoVisit.path, (app, query) => answerVisit(serving, explanations, app, query))
    this.#posts.set(demoInstall.path, (app, body) => answerInstall(serving, explanations, app, body))
  }

  /** True when the URL is one of delivery's and has been, or will be, answered. */
  handle(request: AppRequest, response: ServerResponse): boolean {
    const url = request.url ?? ''
    if (url.startsWith('/sdk/v1/')) this.#sdk(url, request, response)
    else if (url.startsWith(clickPath)) return handleClick(this.#serving, request, response)
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
      else this.#finish(request, response, wire.unknownCall)
      return
    }
    const path = pathOf(url)
    if (method === 'OPTIONS') {
      request.resume()
      wire.sendPreflight(response)
    } else if (method === 'GET' && path === '/sdk/v1/keys') {
      const { keys } = this.#serving.receipts
      this.#finish(request, response, wire.answer(200, { error: 'SUCCESS', keys }))
    } else if (method === 'GET' && path.startsWith(samplePath)) sendSample(path, request, response)
    else {
      const call = method === 'GET' ? this.#gets.get(path) : undefined
      const app = call && this.#appOf(request)
      if (!call) this.#finish(request, response, wire.unknownCall)
      else if (!app) this.#finish(request, response, wire.forbidden)
      else this.#finish(request, response, call(app, queryOf(request), request))
    }
  }

  #post(call: AppCall, request: AppRequest, response: ServerResponse): void {
    const app = this.#appOf(request)
    if (!app) {
      this.#finish(request, response, wire.forbidden)
      return
    }
    wire.readBody(request, response, (text) => {
      const body = wire.parseJson(text)
      if (body === undefined) {
        wire.send(response, wire.unreadable('the body is not JSON'))
        return
      }
      try {
        this.#send(response, call(app, body, request))
      } catch (fault) {
        this.#fail(response, fault)
      }
    })
  }

  #appOf(request: IncomingMessage): App | undefined {
    const key = wire.headerOf(request, 'x-api-key')
    return key ? this.#serving.snapshot.appByKey(key) : undefined
  }

  #postback(url: string, request: AppRequest, response: ServerResponse): void {
    const path = pathOf(url)
    const kind = { '/postback/v1/install': 'INSTALL', '/postback/v1/action': 'ACTION' } as const
    const action = Object.hasOwn(kind, path) ? kind[path as keyof typeof kind] : undefined
    if (!action || (request.method !== 'GET' && request.method !== 'POST')) {
      this.#finish(request, response, wire.unknownCall)
    } else if (request.method === 'GET') {
      this.#finish(request, response, () => answerPostback(this.#serving, action, queryOf(request)))
    } else {
      wire.readBody(request, response, (text) => {
        const body = readForm(text)
        if (body === undefined) wire.send(response, wire.unreadable('the body is neither JSON nor a form'))
        else {
          const input = { ...queryOf(request), ...body }
          this.#answer(response, () => answerPostback(this.#serving, action, input))
        }
      })
    }
  }

  /** For calls whose body, if any, does not matter. */
  #finish(request: IncomingMessage, response: ServerResponse, answered: Answered | (() => Answered)): void {
    request.resume()
    this.#answer(response, typeof answered === 'function' ? answered : () => answered)
  }

  #answer(response: ServerResponse, work: () => Answered): void {
    try {
      this.#send(response, work())
    } catch (fault) {
      this.#fail(response, fault)
    }
  }

  #send(response: ServerResponse, answered: Answered): void {
    if (answered instanceof Promise) {
      answered.then(
        (answer) => wire.send(response, answer),
        (fault: unknown) => this.#fail(response, fault),
      )
    } else wire.send(response, answered)
  }

  #fail(response: ServerResponse, fault: unknown): void {
    if (fault instanceof Unreachable) {
      complain(this.#serving.log, fault)
      wire.send(response, wire.tryLater)
      return
    }
    this.#serving.log.error({ err: fault }, 'a call of an app failed')
    wire.send(response, wire.fault)
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** Advertisers' servers send JSON or a form. Undefined when it is neither. */
function readForm(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  const body = wire.parseJson(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>
  if (body !== undefined || text.trimStart().startsWith('{')) return undefined
  return Object.fromEntries(new URLSearchParams(text))
}

function sendSample(path: string, request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const file = sampleFile(path.slice(samplePath.length))
  if (!file) {
    wire.send(response, wire.unknownCall)
    return
  }
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': file.bytes.length,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': 'public, max-age=86400',
  })
  response.end(file.bytes)
}
