import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export interface ProcessLimits {
  msMax: number
  /** Watched on systems that report it (Linux). */
  memoryBytesMax: number
  outputBytesMax: number
  /** Where it works; also its home and temporary folder. */
  folder: string
  /** Long work that nobody waits for runs at a lower priority. */
  background?: boolean
  env?: Readonly<Record<string, string>>
}

export interface ProcessEnd {
  /** Null when it was killed. */
  code: number | null
  stdout: string
  stderr: string
  exceeded: 'time' | 'memory' | 'output' | undefined
}

const watchMs = 25
const pageBytes = 4_096
const backgroundPriority = 10

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes
  } catch {
    return 0
  }
}

/**
 * Runs a program on untrusted content: without a shell or our environment, and killed if it exceeds its limits of time,
 * memory or output. Rejects only if it cannot be started.
 */
export function runLimited(
  program: string,
  args: readonly string[],
  limits: ProcessLimits,
): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: limits.folder,
      env: {
        ...limits.env,
        PATH: process.env.PATH ?? '',
        HOME: limits.folder,
        TMPDIR: limits.folder,
        LC_ALL: 'C',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let exceeded: ProcessEnd['exceeded']
    const kill = (why: NonNullable<ProcessEnd['exceeded']>) => {
      exceeded ??= why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => kill('time'), limits.msMax)
    const watch = setInterval(() => {
      if (child.pid !== undefined && residentBytes(child.pid) > limits.memoryBytesMax) kill('memory')
    }, watchMs)
    const outputs: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
    let outputBytes = 0
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        outputBytes += chunk.length
        if (outputBytes > limits.outputBytesMax) kill('output')
        else outputs[name].push(chunk)
      })
    }
    const tidy = () => {
      clearTimeout(timer)
      clearInterval(watch)
    }
    if (limits.background) child.once('spawn', () => lowerPriority(child.pid))
    child.once('error', (fault) => {
      tidy()
      reject(fault)
    })
    child.once('close', (code) => {
      tidy()
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8')
      resolve({ code, stdout: text(outputs.stdout), stderr: text(outputs.stderr), exceeded })
    })
  })
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, backgroundPriority)
  } catch {
    // It has already ended, or the system does not allow it; the work goes on either way.
  }
}
