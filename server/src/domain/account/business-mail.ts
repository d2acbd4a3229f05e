import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { freeMailBrands, freeMailDomains } from './free-mail-domains.ts'

const free = new Set(freeMailDomains)
const brand = new RegExp(`^(?:${freeMailBrands.join('|')})\\.(?:com?\\.[a-z]{2}|[a-z]{2,4})$`)
const disposable = disposableEmailBlocklistSet()

const isPrivate = (domain: string): boolean =>
  free.has(domain) || brand.test(domain) || disposable.has(domain)

/**
 * Whether an address belongs to a company: free-mail and throw-away domains do not, nor anything below them.
 * Other scripts and cases of a domain are the same domain.
 */
export function isBusinessMail(email: string): boolean {
  const typed = email.slice(email.lastIndexOf('@') + 1).normalize('NFKC')
  const domain = domainToASCII(typed.trim().toLowerCase()).replace(/\.+$/, '')
  if (domain === '') return false
  const labels = domain.split('.')
  return !labels.some((_, index) => isPrivate(labels.slice(index).join('.')))
}
