import { readStored, storageKeys } from '../../browser/storage.ts'

/*
 * Runs before the first paint, so nothing flickers: sets the stored theme, the signed-in type and whether the page is
 * in a frame as attributes of the document, which the style sheets read.
 */
const root = document.documentElement

function markTheme(): void {
  const theme = readStored(storageKeys.theme)
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : system
}

function markUser(): void {
  const user = readStored(storageKeys.user)
  if (!user || !readStored(storageKeys.accessToken)) return
  const type = /"Type":"(ADVERTISER|PUBLISHER)"/.exec(user)?.[1]
  if (type) root.dataset.user = type
}

function markFrame(): void {
  if (window.self !== window.top || new URLSearchParams(location.search).get('frame') === '1') {
    root.dataset.framed = ''
  }
}

/** The stored choice wins on later visits: the cookie that the server reads is set to it. */
function followStoredLanguage(): void {
  const stored = readStored(storageKeys.language)
  if (stored !== 'en' && stored !== 'ko') return
  const cookie = `lang=${stored}`
  if (document.cookie.split('; ').includes(cookie)) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`
  const kept = document.cookie.split('; ').includes(cookie)
  const chosenByLink = new URLSearchParams(location.search).has('lang')
  if (kept && !chosenByLink && root.lang !== stored) location.reload()
}

markTheme()
markUser()
markFrame()
followStoredLanguage()
