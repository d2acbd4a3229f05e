import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '@voltline/kernel'

const program = join(import.meta.dirname, '..', 'src', 'main.ts')
const readyMsMax = 120_000

/** The program in a separate process, for tests that kill it or read its output. */
export class ProgramProcess {
  readonly #environment: Readonly<Record<string, string>>
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'voltline-test-process-'))
  #child: ChildProcess | undefined
  /** Everything written so far to stdout and stderr. */
  output = ''
  url = ''

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        PORT: '0',
        DATA_DIR: this.#dataDir,
        DEMO: '0',
        ROLES: 'web',
        HUMAN_CHECK: 'test',
        RATE_LIMITS: '0',
        ...(this.#environment.NODE_ENV === 'production' ? {} : { TRAFFIC_RULES: '0' }),
        LOG_LEVEL: 'error',
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not ready: ${this.output}`)), readyMsMax)
      const listen = (chunk: Buffer) => {
        this.output += chunk.toString()
        const port = /ready at http:\/\/\S+:(\d+)/.exec(this.output.slice(this.#readFrom))?.[1]
        if (!port) return
        clearTimeout(late)
        resolve(`http://127.0.0.1:${port}`)
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${this.output}`)))
    })
    this.#readFrom = this.output.length
  }
  #readFrom = 0

  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    this.#child?.kill('SIGCONT')
  }

  /** Sends a signal; resolves when the process has ended. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    assert(child, 'the program was started')
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  async remove(): Promise<void> {
    if (this.#child) await this.end('SIGKILL')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}
