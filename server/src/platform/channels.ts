/** Names for LISTEN and NOTIFY. Notifications carry no data: they say "look again", and who misses one looks anyway. */
export const channels = {
  /** Events were appended to the log. Sent by the intake, at most once a batch and outside its transaction. */
  events: 'voltline_events',
  /** Billing has committed a batch: money, counts and perhaps statuses are new. */
  billed: 'voltline_billed',
} as const
