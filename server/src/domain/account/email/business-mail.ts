import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { freeMailBrands, freeMailDomains } from './free-mail-domains.ts'

const freeDomains = new Set(freeMailDomains)
const freeBrand = new RegExp(`^(?:${freeMailBrands.join('|')})\\.(?:com?\\.[a-z]{2}|[a-z]{2,4})$`)
const disposableDomains = disposableEmailBlocklistSet()

const isFreeOrDisposable = (domain: string): boolean =>
  freeDomains.has(domain) || freeBrand.test(domain) || disposableDomains.has(domain)

/**
 * True if an address belongs to a company: not to a free-mail or disposable domain, nor to a subdomain of one.
 * A domain is compared in its ASCII form, so another script or case does not hide it.
 */
export function isBusinessMail(email: string): boolean {
  const typed = email.slice(email.lastIndexOf('@') + 1).normalize('NFKC')
  const domain = domainToASCII(typed.trim().toLowerCase()).replace(/\.+$/, '')
  if (domain === '') return false
  const labels = domain.split('.')
  return !labels.some((_, index) => isFreeOrDisposable(labels.slice(index).join('.')))
}
