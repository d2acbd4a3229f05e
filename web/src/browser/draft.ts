const prefix = 'draft '

/** An unsent form. It is deleted with the tab and when its owner signs out. */
export function readDraft<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function keepDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    // Storage that is off or full costs only the way back to what was typed.
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name)
  } catch {
    // Nothing was kept.
  }
}

export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(prefix)) sessionStorage.removeItem(name)
    }
  } catch {
    // Nothing was kept.
  }
}
