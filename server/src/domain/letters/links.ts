/** Mailed links always start with the configured address, never with one that a caller sent. */
export const signupUrl = (publicUrl: string, values: { email: string; token: string }): string =>
  `${publicUrl}/?${new URLSearchParams({ type: 'signup', ...values })}`

export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/?${new URLSearchParams({ type: 'findpw', token })}`
