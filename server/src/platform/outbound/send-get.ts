import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { second } from '@voltline/kernel'
import { addressesOf, type Targets } from './targets.ts'

export interface Answer {
  /** 0 if nothing answered; `body` then says why. */
  status: number
  ms: number
  /** The beginning of the answer's body. */
  body: string
}

/** For everything: names, connections, redirects and the beginning of the body. Real time. */
const msMaxDefault = 5 * second
const redirectsMax = 3
const bodyCharsMax = 500
/** A character has at most four bytes. */
const bodyBytesMax = 4 * bodyCharsMax
const redirects = new Set([301, 302, 303, 307, 308])

/** Why nothing answered. */
class Unanswered extends Error {}

/** A lookup that knows only the addresses that were checked, so that a name cannot lead elsewhere meanwhile. */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    const wanted = all.filter(({ family }) => !options.family || options.family === family)
    const [first] = wanted
    if (!first) done(new Unanswered('the host has no address of this kind'), '', 0)
    else if (options.all) done(null, wanted)
    else done(null, first.address, first.family)
  }

interface Hop {
  status: number
  location: string | undefined
  body: string
}

function request(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<Hop> {
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    let answered: (() => void) | undefined
    const sent = open(
      url,
      {
        agent: false,
        lookup: pinned(addresses),
        signal,
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Voltline' },
      },
      (response) => {
        const { statusCode: status = 0 } = response
        const chunks: Buffer[] = []
        let bytes = 0
        // The status is the answer; a body that is endless, cut off or late does not change it.
        const done = () => {
          sent.destroy()
          const body = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '')
          resolve({ status, location: response.headers.location, body: body.slice(0, bodyCharsMax) })
        }
        answered = done
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk.subarray(0, bodyBytesMax - bytes))
          bytes += chunk.length
          if (bytes >= bodyBytesMax) done()
        })
        for (const end of ['end', 'error', 'close']) response.on(end, done)
      },
    )
    sent.on('error', (fault) => (answered ? answered() : reject(fault)))
    sent.end()
  })
}

const reasonOf = (fault: unknown, signal: AbortSignal, msMax: number): string => {
  if (signal.aborted) return `no answer within ${msMax / second} s`
  if (fault instanceof Unanswered) return fault.message
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  return (fault instanceof Error && fault.message) || code || 'the request failed'
}

/** Follows redirects, each to an address that is checked like the first. Rejects if nothing answers. */
async function follow(url: URL, targets: Targets, signal: AbortSignal): Promise<Hop> {
  let next = url
  for (let hops = 0; ; hops++) {
    const addresses = await beforeAbort(addressesOf(targets, next), signal)
    const mayReach = hops === 0 ? targets.mayReach : targets.mayFollow
    if (!addresses.every(mayReach)) throw new Unanswered('the host is not at a public address')
    const hop = await request(next, addresses, signal)
    if (!redirects.has(hop.status) || hop.location === undefined) return hop
    if (hops === redirectsMax) throw new Unanswered(`more than ${redirectsMax} redirects`)
    const target = URL.parse(hop.location, next)
    if (!target || !/^https?:$/.test(target.protocol))
      throw new Unanswered('the redirect leads to no web address')
    target.username = ''
    target.password = ''
    next = target
  }
}

/** A look-up cannot be cancelled, but need not be waited for. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Unanswered('too late')), { once: true })
    work.then(resolve, reject)
  })
}

/** Sends a GET to a customer's URL and returns how it was answered. Never rejects. */
export async function sendGet(url: URL, targets: Targets, msMax = msMaxDefault): Promise<Answer> {
  const began = performance.now()
  const signal = AbortSignal.timeout(msMax)
  const ms = () => Math.round(performance.now() - began)
  try {
    const { status, body } = await follow(url, targets, signal)
    return { status, ms: ms(), body }
  } catch (fault) {
    return { status: 0, ms: ms(), body: reasonOf(fault, signal, msMax) }
  }
}
