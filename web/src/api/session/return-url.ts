import type { CustomerType } from '@voltline/contract'

/** Console paths of each type; nothing else is a place to return to. */
const pathsOf: Record<CustomerType, RegExp> = {
  ADVERTISER: /^\/(?:ad(?:-[a-z-]+(?:\/\d{1,10})?)?|change-password)$/,
  PUBLISHER: /^\/(?:pub(?:-[a-z-]+(?:\/\d{1,10})?)?|change-password)$/,
}
const operatorPaths = /^\/admin(?:\/[a-z0-9/-]*)?$/

/** A path of this site as it may be navigated to, or null for anything that could lead elsewhere. */
function localPath(text: string): URL | null {
  // Browsers read a backslash as a slash, and skip control characters.
  if (!/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return null
  try {
    const url = new URL(text, 'https://here.invalid')
    return url.origin === 'https://here.invalid' ? url : null
  } catch {
    return null
  }
}

/** The page after sign-in: the one the person came from, if their account type has it, else their home page. */
export function landingAfterSignin(
  type: CustomerType,
  asked: { type: string | null; returnURL: string | null },
): string {
  const url = asked.returnURL === null ? null : localPath(asked.returnURL)
  if (url && asked.type === type && pathsOf[type].test(url.pathname)) return url.pathname + url.search
  return landingOf(type)
}

export const landingOf = (type: CustomerType): string => (type === 'ADVERTISER' ? '/ad' : '/pub')
export const myPageOf = (type: CustomerType): string =>
  type === 'ADVERTISER' ? '/ad-my-page' : '/pub-my-page'

export function operatorLanding(returnURL: string | null): string {
  const url = returnURL === null ? null : localPath(returnURL)
  const good = url && operatorPaths.test(url.pathname) && url.pathname !== '/admin/signin'
  return good ? url.pathname + url.search : '/admin'
}

/** The type a console path belongs to; /change-password belongs to both. */
export function typeOfPath(pathname: string): CustomerType | null {
  if (/^\/ad(?:$|-|\/)/.test(pathname)) return 'ADVERTISER'
  if (/^\/pub(?:$|-|\/)/.test(pathname)) return 'PUBLISHER'
  return null
}

/** The sign-in page with the way back. */
export function signinUrl(from: string, type: CustomerType | null): string {
  const params = new URLSearchParams()
  if (type) params.set('type', type)
  params.set('returnURL', from)
  return `/signin?${params}`
}

export const operatorSigninUrl = (from: string): string =>
  `/admin/signin?${new URLSearchParams({ returnURL: from })}`
