/** Counts of a running day at a moment. */
export interface Counted {
  Time: string
  Requests: number
  Events: number
}

export interface Rate {
  requests: number
  events: number
  seconds: number
}

/** The rate between two results of the same day; the counts restart every day. */
export function rateBetween(before: Counted, now: Counted): Rate | null {
  const seconds = Math.round((Date.parse(now.Time) - Date.parse(before.Time)) / 1_000)
  const requests = now.Requests - before.Requests
  const events = now.Events - before.Events
  if (seconds <= 0 || requests < 0 || events < 0) return null
  return { requests: requests / seconds, events: events / seconds, seconds }
}
