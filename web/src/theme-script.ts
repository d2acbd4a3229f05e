import { createHash } from 'node:crypto'

/**
 * A classic script that runs before the first paint, so that a dark page never flashes white.
 * It is a file because the content policy allows no inline script.
 */
const text = `(function () {
  var kept = null
  try { kept = localStorage.getItem('theme') } catch (error) {}
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
`

/** The file under dist and the text in it; the name changes with the text, so it may be kept for ever. */
export const themeScript = {
  path: `assets/theme-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`,
  text,
} as const
