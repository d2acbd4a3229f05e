import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const children = new Set()
let stoppedBy

const exitCodeOf = (signal) => 128 + constants.signals[signal]

/**
 * Ctrl-C reaches the whole process group, and npm passes signals on as well, so the same wish may
 * arrive several times. It is passed on once, and then the children have the time they need to end.
 */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stop(signal))
}

// A killed npm tells nobody. What it has started must not go on in the background, holding the port.
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

/** Whether the user has asked for the end. */
export const isStopping = () => stoppedBy !== undefined

/** Runs a program with this terminal and answers its exit code, 128 + n if signal n ended it. */
export async function run(program, args, options) {
  return ended(spawn(program, args, { stdio: 'inherit', ...options }))
}

/** Runs a program and keeps its output; `onOutput` sees it as it comes. A script that is told to stop ends here. */
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
