import { type Clock, second } from '@voltline/kernel'
import { signedUrl } from '../domain/callback/message.ts'
import {
  type ClaimedCallback,
  callbackChannel,
  claimCallbacks,
  recordTry,
} from '../domain/callback/queue-store.ts'
import { openSecret } from '../domain/callback/setup-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { sendGet } from '../platform/outbound/send-get.ts'
import type { Targets } from '../platform/outbound/targets.ts'
import type { Secrets } from '../platform/secrets.ts'
import { Alarm } from '../platform/sync/alarm.ts'
import { Listener } from '../platform/sync/listener.ts'

export interface CallbackSenderServices {
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  targets: Targets
}

/** How long a callback can wait if its notification was missed, or for its next try to be noticed. */
const pollMs = second / 2
/** Of one process: enough for a hundred hosts that do not respond, and few enough sockets. */
const sendsMax = 800

/** Sends queued callbacks until it is stopped. A host that is slow holds up only its own. */
export class CallbackSender {
  readonly #services: CallbackSenderServices
  readonly #running = new Map<string, Promise<void>>()
  readonly #alarm = new Alarm()
  readonly #listener: Listener
  #loop: Promise<void> | undefined
  #stopping = false

  constructor(services: CallbackSenderServices) {
    this.#services = services
    this.#listener = new Listener({
      url: services.db.url,
      channels: [callbackChannel],
      onNotification: this.#alarm.ring,
      onListening: this.#alarm.ring,
      onLost: (fault) =>
        services.log.warn({ err: fault }, 'callback notifications are interrupted; callbacks are polled for'),
    })
  }

  start(): void {
    void this.#listener.start()
    this.#loop = this.#work()
  }

  /** Takes no new callbacks and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#alarm.close()
    await this.#listener.stop()
    await this.#loop
    await Promise.all(this.#running.values())
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#claim()
      } catch (fault) {
        // The database is unreachable; the next poll tries again.
        this.#services.log.error({ err: fault }, 'callbacks cannot be claimed')
      }
      await this.#alarm.wait(pollMs)
    }
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#services
    const except = [...this.#running.keys()]
    const room = { rowsMax: sendsMax - except.length, except }
    for (const claimed of await db.transaction((tx) => claimCallbacks(tx, room, clock.now()))) {
      const { eventId } = claimed.message
      const done = this.#send(claimed).finally(() => {
        this.#running.delete(eventId)
        this.#alarm.ring()
      })
      this.#running.set(eventId, done)
    }
  }

  /** Never rejects: a try that cannot be recorded is repeated when its lease ends. */
  async #send(claimed: ClaimedCallback): Promise<void> {
    const { db, clock, log, secrets, targets } = this.#services
    const { eventId } = claimed.message
    try {
      const url = signedUrl(claimed.url, claimed.message, openSecret(secrets, claimed.sealedSecret))
      const answer = await sendGet(url, targets)
      await db.transaction((tx) => recordTry(tx, claimed, answer, clock.now()))
    } catch (fault) {
      log.error({ event: eventId, err: fault }, 'a callback’s try could not be recorded')
    }
  }
}
