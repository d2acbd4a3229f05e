/** What this process knows about a database server, shared by all its connections to it. */
export interface ServerState {
  /** The URL of the host that accepted writes last, where the database URL names several. */
  knownHost: string | undefined
  /** A write has failed for want of storage, and none has shown since then that there is room again. */
  isStorageFull: boolean
}

const states = new Map<string, ServerState>()

export function serverState(databaseUrl: string): ServerState {
  const known = states.get(databaseUrl)
  if (known) return known
  const state: ServerState = { knownHost: undefined, isStorageFull: false }
  states.set(databaseUrl, state)
  return state
}
