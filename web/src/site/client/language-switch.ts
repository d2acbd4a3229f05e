import { storageKeys, store } from '../../browser/storage.ts'

/** The link itself changes the language; the choice is also stored, so that the consoles follow it. */
export function watchLanguageSwitch(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
    link.addEventListener('click', () => {
      store(storageKeys.language, link.dataset.language ?? 'en')
    })
  }
}
