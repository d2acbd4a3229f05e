import { setPriority } from 'node:os'
import { BackupKeeper, type BackupTask } from '../../server/src/platform/backup/keeper.ts'
import { ProgramClock } from '../../server/src/platform/clock.ts'

// As the program's own backup process.
setPriority(10)
process.on('disconnect', () => process.exit(0))

process.once('message', async (task: BackupTask) => {
  const keeper = await BackupKeeper.open({ task, clock: new ProgramClock(), onStatus: () => {} })
  keeper.archive()
  process.send?.('ready')
  for (;;) {
    await keeper.backUp({ isUrgent: true })
    process.send?.('done')
  }
})
