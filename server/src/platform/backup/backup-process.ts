import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { BackupStatus, BackupTask, BackupKeeper as Keeper } from './keeper.ts'

enableCompileCache(join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.cache', 'compiled'))

/** A backup never competes with the network for the processor. */
const niceness = 10
setPriority(niceness)

export type FromBackup =
  | { kind: 'ready' }
  | { kind: 'refused'; line: string }
  | { kind: 'status'; status: BackupStatus }
export type ToBackup = { kind: 'task'; task: BackupTask } | { kind: 'stop' }

const tell = (message: FromBackup) => process.send?.(message)

// The program has ended, or was killed.
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole group; the program says when to stop.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

const { BackupKeeper } = await import('./keeper.ts')
const { ProgramClock } = await import('../clock.ts')
let keeper: Keeper | undefined

process.on('message', (message: ToBackup) => {
  void (async () => {
    if (message.kind === 'task') {
      try {
        keeper = await BackupKeeper.open({
          task: message.task,
          // Real time, as PostgreSQL's: VOLTLINE_NOW does not move what --until means.
          clock: new ProgramClock(),
          onStatus: (status) => tell({ kind: 'status', status }),
        })
        keeper.archive()
        keeper.start()
        tell({ kind: 'ready' })
      } catch (fault) {
        tell({ kind: 'refused', line: fault instanceof Error ? fault.message : String(fault) })
      }
    } else {
      await keeper?.stop()
      process.exit(0)
    }
  })()
})
