export interface BroadcastReceiver {
  /** A message of another process. */
  onMessage: (from: string, text: string) => void
  /** Messages arrive from now on. Those sent before, also during an outage, never do. */
  onListening: () => void
}

/**
 * Messages to all processes that listen on the same channel. Best effort: a message is delivered once or not at all, and
 * those of one process in the order in which they were sent.
 */
export interface Broadcast {
  /** The name of this process, unique among all. */
  readonly name: string
  /** Resolves after the first attempt to listen. */
  start(receiver: BroadcastReceiver): Promise<void>
  /** Resolves once the messages are on their way; rejects if they are lost. */
  send(texts: readonly string[]): Promise<void>
  stop(): Promise<void>
}
