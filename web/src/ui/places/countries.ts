/** Every country; it cannot be combined with others. */
export const everywhere = 'Global'

/** The choice after a change: choosing Global drops the countries, choosing a country drops Global. */
export function chosenCountries(before: readonly string[], after: readonly string[]): string[] {
  if (!after.includes(everywhere)) return [...after]
  return before.includes(everywhere)
    ? after.filter((code) => code !== everywhere || after.length === 1)
    : [everywhere]
}
