import { type Clock, type Instant, instant } from '@voltline/kernel'

/** Real time, or outside production a clock that starts elsewhere and runs on from there. */
export class ProgramClock implements Clock {
  #offsetMs = 0

  constructor(startsAt?: Instant) {
    if (startsAt !== undefined) this.set(startsAt)
  }

  now(): Instant {
    return instant(Date.now() + this.#offsetMs)
  }

  set(now: Instant): void {
    this.#offsetMs = now - Date.now()
  }
}
