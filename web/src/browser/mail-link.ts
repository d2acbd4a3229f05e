/** Where a mailed link to the home page leads, or null for the plain home page. Only known values travel on. */
export function mailLinkTarget(search: string): string | null {
  const asked = new URLSearchParams(search)
  const type = asked.get('type')
  const token = asked.get('token')
  const email = asked.get('email')
  if (type === 'signup' && token !== null && email !== null) {
    return `/signup?${new URLSearchParams({ email, token })}`
  }
  if (type === 'findpw' && token !== null) return `/reset-password?${new URLSearchParams({ token })}`
  return null
}
