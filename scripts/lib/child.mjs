import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const children = new Set()
let stoppedBy

const exitCodeOf = (signal) => 128 + constants.signals[signal]

/**
 * Ctrl-C reaches the whole process group, and npm forwards signals as well, so a signal may arrive several times. It is
 * forwarded to the children once; then they have all the time they need to end.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stop(signal))
}

// A killed npm sends no signal. Its children must not keep running in the background and hold the port.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && stop('SIGTERM'), 500).unref()
}

function stop(signal) {
  if (children.size === 0) process.exit(exitCodeOf(signal))
  if (stoppedBy) return
  stoppedBy = signal
  for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
}

/** Whether a signal has asked this script to stop. */
export const isStopping = () => stoppedBy !== undefined

/** Runs a program in this terminal and returns its exit code, or 128 + n if signal n ended it. */
export async function run(program, args, options) {
  return ended(spawn(program, args, { stdio: 'inherit', ...options }))
}

/** Runs a program and returns its output; `onOutput` receives it as it arrives. Exits if a signal stopped the script. */
export async function runQuietly(program, args, { onOutput = () => {}, ...options } = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      onOutput(text)
    })
  }
  const code = await ended(child)
  if (stoppedBy) process.exit(exitCodeOf(stoppedBy))
  return { code, output }
}

function ended(child) {
  children.add(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? exitCodeOf(signal))
    })
  })
}
