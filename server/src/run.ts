import { readSettings, WrongSetting } from './platform/settings.ts'
import { type Program, start } from './program.ts'

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

/** Starts the program, and stops it at a signal. */
export async function run(): Promise<void> {
  try {
    const program = await start(readSettings(process.env), say)
    stopAtSignal(program)
  } catch (fault) {
    giveUp(fault)
  }
}

function stopAtSignal(program: Program): void {
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
}
