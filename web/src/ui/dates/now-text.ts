/** `YYYY-MM-DD HH:mm` by the clock of an account that many minutes east of UTC; default names carry it. */
export const nowText = (offsetMinutes: number, now = Date.now()): string =>
  new Date(now + offsetMinutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
