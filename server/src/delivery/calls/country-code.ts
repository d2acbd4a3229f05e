const [firstLetter, lastLetter] = [65, 90]
const isLetter = (code: number): boolean => code >= firstLetter && code <= lastLetter
const isCode = (text: string): boolean =>
  text.length === 2 && isLetter(text.charCodeAt(0)) && isLetter(text.charCodeAt(1))

/** The country an app reported, as an upper-case code; '' if it is none. */
export function countryCode(reported: string): string {
  if (isCode(reported)) return reported
  const upperCase = reported.toUpperCase()
  return isCode(upperCase) ? upperCase : ''
}
