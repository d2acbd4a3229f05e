import { readSettings, WrongSetting } from './platform/settings.ts'
import { start } from './program.ts'

/** A service manager kills a process that takes ten seconds. */
const endMsMax = 9_500
const stopMsMax = 9_000

/** One line and exit code 1: a person reads this, not a developer. */
function giveUp(fault: unknown): never {
  const line = fault instanceof Error ? fault.message.split('\n')[0] : String(fault)
  process.stderr.write(`Voltline cannot start: ${line}\n`)
  if (!(fault instanceof WrongSetting) && process.env.LOG_LEVEL === 'debug') console.error(fault)
  process.exit(1)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const settings = readSettings(process.env)
  const program = await start(settings, say)
  let stopping = false
  const stop = async () => {
    // A second Ctrl-C changes nothing: what was accepted is still being finished.
    if (stopping) return
    stopping = true
    say('Stopping …')
    // Whatever hangs, the process is gone in time. An embedded database ends with it.
    const sinceMs = performance.now()
    setTimeout(() => process.exit(1), endMsMax)
    await program.drain()
    await program.stop(stopMsMax - (performance.now() - sinceMs))
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
} catch (fault) {
  giveUp(fault)
}
