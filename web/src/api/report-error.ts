import { errorLogger } from '@voltline/contract'
import { api } from './client.ts'

const textMax = 16_384

/** Tells the server about an error in the browser. Never fails, never leaves the page. */
export async function reportError(error: unknown, componentStack: string | null = null): Promise<void> {
  const known = error instanceof Error ? error : new Error(String(error))
  try {
    await api(errorLogger, {
      isAxiosError: false,
      config: null,
      response: null,
      message: known.message.slice(0, 2_048),
      stack: known.stack?.slice(0, textMax) ?? null,
      componentStack: componentStack?.slice(0, textMax) ?? null,
    })
  } catch {
    // There is nobody left to tell.
  }
}
