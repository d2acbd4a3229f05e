import { z } from 'zod'
import type { StorePage } from './store-page.ts'

const Lookup = z.object({
  results: z.array(
    z.object({
      trackName: z.string(),
      averageUserRating: z.number().min(0).max(5).nullable().catch(null),
      genres: z.array(z.string()).catch([]),
      price: z.number().catch(0),
    }),
  ),
})

/** Reads a response of itunes.apple.com/lookup; undefined if there is no such app. Installs are not published. */
export function readAppStore(body: string): StorePage | undefined {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return undefined
  }
  const lookup = Lookup.safeParse(json)
  const app = lookup.success ? lookup.data.results[0] : undefined
  if (!app) return undefined
  return {
    title: app.trackName,
    score: app.averageUserRating,
    installs: '',
    genres: app.genres,
    free: app.price === 0,
  }
}
