import type { ConsolePath, MailLinkType, SitePath } from '@voltline/contract'

/** Mailed links always start with the configured address, never with one that a caller sent. */
const mailLink = (publicUrl: string, type: MailLinkType, values: Record<string, string>): string =>
  `${publicUrl}/?${new URLSearchParams({ type, ...values })}`

export const signupUrl = (publicUrl: string, values: { email: string; token: string }): string =>
  mailLink(publicUrl, 'signup', values)

export const resetUrl = (publicUrl: string, token: string): string => mailLink(publicUrl, 'findpw', { token })

/** A page that exists: the contract lists the paths that the server sends. */
export const pageUrl = (publicUrl: string, path: SitePath | ConsolePath): string => `${publicUrl}${path}`
