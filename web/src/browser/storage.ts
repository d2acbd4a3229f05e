/** The keys of the browser's storage; the public pages read the same ones. */
export const storageKeys = {
  accessToken: 'accessToken',
  user: 'user',
  language: 'language',
  theme: 'theme',
  /** The type of the customer who was signed in last, for the way back through sign-in. */
  lastType: 'lastType',
  operator: 'operator',
  /** Whether the letters of the operators' queue act. */
  queueKeys: 'queueKeys',
  /** The SDK's own name for the phone of the playground. */
  device: 'voltline.device',
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Storage can be switched off or full; the page then works for as long as it is open. */
const whileOpen = new Map<StorageKey, string>()

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return whileOpen.get(key) ?? null
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    whileOpen.set(key, value)
  }
}

export function forget(key: StorageKey): void {
  whileOpen.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored, so nothing is left.
  }
}

/**
 * Signing out keeps the look and the language of the pages, and nothing about the account.
 * An operator's session is another person's and stays.
 */
export function forgetAllButTaste(): void {
  for (const key of [storageKeys.accessToken, storageKeys.user, storageKeys.lastType]) forget(key)
}
