/** Stands for what was removed. */
export const redacted = '[redacted]'
