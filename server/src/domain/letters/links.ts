/** Mailed links always have the configured address, whatever a caller asked for. */
export const signupUrl = (publicUrl: string, values: { email: string; token: string }): string =>
  `${publicUrl}/?${new URLSearchParams({ type: 'signup', ...values })}`

export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/?${new URLSearchParams({ type: 'findpw', token })}`
