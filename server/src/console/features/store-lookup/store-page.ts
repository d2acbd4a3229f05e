import { type AppInfo, isStoreUrl, limits, type Platform } from '@voltline/contract'

/** What a store publishes about an app. */
export interface StorePage {
  title: string
  score: number | null
  installs: string
  genres: string[]
  free: boolean
}

const appId = /^[A-Za-z][\w.]{0,254}$/
const trackId = /\/id(\d{1,15})(?:$|[/?#])/
const isCountry = (text: string): boolean => /^[A-Za-z]{2}$/.test(text)

/**
 * Where the app of a store URL is looked up. Only the app's id and country are taken from the URL, so a caller cannot
 * make the server fetch another address.
 */
export function lookupPage(
  platform: Platform,
  storeUrl: string,
  country: string,
): { host: string; path: string } | undefined {
  if (!isStoreUrl(storeUrl, platform)) return undefined
  const url = new URL(storeUrl)
  if (platform === 'AOS') {
    const id = url.searchParams.get('id') ?? ''
    if (!appId.test(id)) return undefined
    const query = new URLSearchParams({ id, hl: 'en', gl: isCountry(country) ? country.toUpperCase() : 'KR' })
    return { host: 'play.google.com', path: `/store/apps/details?${query}` }
  }
  const id = trackId.exec(url.pathname)?.[1] ?? ''
  if (!id) return undefined
  const inPath = url.pathname.split('/')[1] ?? ''
  const store = isCountry(inPath) ? inPath : isCountry(country) ? country : 'kr'
  const query = new URLSearchParams({ id, country: store.toLowerCase(), entity: 'software' })
  return { host: 'itunes.apple.com', path: `/lookup?${query}` }
}

/** One line without control characters, cut to length: the text comes from outside. */
const tidy = (text: string, charsMax: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .normalize('NFC')
    .trim()
    .slice(0, charsMax)
    .toWellFormed()
    .trimEnd()

const genresMax = 20
const genreCharsMax = 64

export const toAppInfo = (page: StorePage, storeUrl: string): AppInfo => ({
  Title: tidy(page.title, limits.nameMax),
  Score: page.score === null ? null : Math.round(page.score * 10) / 10,
  Installs: tidy(page.installs, genreCharsMax),
  Genres: page.genres.slice(0, genresMax).map((genre) => tidy(genre, genreCharsMax)),
  Free: page.free,
  StoreURL: storeUrl,
  Show: false,
})
