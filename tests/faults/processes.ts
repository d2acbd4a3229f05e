import { readdirSync, readFileSync } from 'node:fs'

/** The children of a process. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
