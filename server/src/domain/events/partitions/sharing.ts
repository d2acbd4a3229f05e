/** A partition and the process that bills it. */
export interface SharedPartition {
  partition: number
  holder: string | undefined
}

/** What one process does next to reach an even share. */
export interface ShareChange {
  take: number[]
  giveUp: number[]
}

/**
 * Shares the partitions evenly among the living processes: each gets the whole part, and the first ones by id one more
 * if there is a remainder. Nothing moves that does not have to: a process keeps what it has up to its share, and takes
 * only what no living process holds.
 */
export function shareOf(
  own: string,
  partitions: readonly SharedPartition[],
  living: ReadonlySet<string>,
): ShareChange {
  const processes = [...new Set([...living, own])].sort()
  const rank = processes.indexOf(own)
  const remainder = partitions.length % processes.length
  const share = Math.floor(partitions.length / processes.length) + (rank < remainder ? 1 : 0)
  const held = partitions.filter(({ holder }) => holder === own)
  const free = partitions.filter(({ holder }) => holder === undefined || !processes.includes(holder))
  const missing = Math.max(0, share - held.length)
  // Each process begins elsewhere in the list, so that two of them rarely want the same partition.
  const start = Math.floor((free.length * rank) / processes.length)
  const inOrder = [...free.slice(start), ...free.slice(0, start)]
  return {
    take: inOrder.slice(0, missing).map(({ partition }) => partition),
    giveUp: held.slice(share).map(({ partition }) => partition),
  }
}
