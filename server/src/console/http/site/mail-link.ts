/**
 * Mails link to the home page with the purpose in the query. Returns the screen that the link is for, or undefined
 * when the query is not such a link. Only known parameters are passed on, each encoded again, so a hostile value
 * cannot become a second parameter or a header.
 */
export function mailLinkTarget(query: unknown): string | undefined {
  const { type, email, token } = singleValues(query)
  if (type === 'signup' && email && token) return `/signup?${new URLSearchParams({ email, token })}`
  if (type === 'findpw' && token) return `/reset-password?${new URLSearchParams({ token })}`
  return undefined
}

/** The parameters that occur once. A repeated parameter is parsed into a list, which no link of ours has. */
export function singleValues(query: unknown): Record<string, string | undefined> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
