import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { sdkCalls } from '@voltline/contract'
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { skipTest } from '../../server/testing/skip.ts'

interface Exchange {
  method: 'GET' | 'POST'
  path: string
  body?: Record<string, unknown>
  status: number
  answer: string
}

const walk: {
  arguments: { apiKey: string; device: string; unit: number; rewardKey: string }
  exchanges: Exchange[]
  printed: string[]
} = JSON.parse(readFileSync(join(import.meta.dirname, 'walk.json'), 'utf8'))

/** Returns the recorded responses and keeps the requests. */
class Replay {
  readonly requests: { method: string; path: string; key: string | undefined; body: unknown }[] = []
  readonly #server: Server

  constructor() {
    this.#server = createServer(async (request, response) => {
      const text = await bodyOf(request)
      const exchange = walk.exchanges[this.requests.length]
      this.requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        key: request.headers['x-api-key']?.toString(),
        body: text === '' ? undefined : JSON.parse(text),
      })
      response.writeHead(exchange?.status ?? 500, { 'content-type': 'application/json; charset=utf-8' })
      response.end(exchange?.answer ?? '')
    })
  }

  start(): Promise<string> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
      })
    })
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function run(command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}\n${output}${errors}`)),
    )
  })
}

const isInstalled = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))

/** The compilers are optional, as the README says: without them a test is skipped and listed. */
function requireTools(context: TestContext, commands: readonly string[], debianPackage: string): void {
  const missing = commands.filter((command) => !isInstalled(command))
  if (missing.length === 0) return
  skipTest(context, `${missing.join(' and ')} not installed: apt-get install -y ${debianPackage}`)
}

async function sources(client: string, folders: string[], ending: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const root = join(import.meta.dirname, client, folder)
    for (const file of await readdir(root, { recursive: true })) {
      if (file.endsWith(ending)) found.push(join(root, file))
    }
  }
  return found
}

let out: string
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'voltline-clients-'))
})
afterAll(() => rm(out, { recursive: true }))

/** Runs a compiled console sample against the recorded responses and compares requests and output. */
async function takeTheWalk(command: string, args: string[]): Promise<void> {
  const { apiKey, device, unit, rewardKey } = walk.arguments
  const replay = new Replay()
  const server = await replay.start()
  try {
    const printed = await run(command, [...args, server, apiKey, device, String(unit), rewardKey])
    expect(printed.trimEnd().split(/\r?\n/)).toEqual(walk.printed)
    expect(replay.requests).toEqual(
      walk.exchanges.map(({ method, path, body }) => ({ method, path, key: apiKey, body })),
    )
  } finally {
    await replay.stop()
  }
}

test('the recorded exchanges follow the contract', () => {
  for (const { method, path, body, answer } of walk.exchanges) {
    const [plain = '', query = ''] = path.split('?')
    const call = sdkCalls.find((candidate) => candidate.path === plain && candidate.method === method)
    if (!call) throw new Error(`${method} ${path} is not a call of the contract`)
    call.input.parse(body ?? Object.fromEntries(new URLSearchParams(query)))
    const read = call.output.parse(JSON.parse(answer))
    expect(call.codes).toContain(read.error)
  }
})

test('the Android client compiles and speaks the recorded wire', async (context) => {
  requireTools(context, ['javac', 'java'], 'default-jdk-headless')
  const files = await sources('android', ['src', 'sample/console'], '.java')
  await run('javac', ['--release', '8', '-Xlint:all,-options', '-Werror', '-d', out, ...files])
  await takeTheWalk('java', ['-cp', out, 'ConsoleSample'])
}, 120_000)

test('the Unreal client compiles and speaks the recorded wire', async (context) => {
  requireTools(context, ['g++'], 'g++')
  const files = await sources('unreal', ['src', 'sample/console'], '.cpp')
  const strict = ['-std=c++11', '-fno-exceptions', '-Wall', '-Wextra', '-Werror']
  await run('g++', [...strict, '-o', join(out, 'voltline'), ...files])
  await takeTheWalk(join(out, 'voltline'), [])
}, 120_000)

test('the Unity client compiles and speaks the recorded wire', async (context) => {
  requireTools(context, ['mcs', 'mono'], 'mono-mcs')
  const files = await sources('unity', ['src', 'sample/console'], '.cs')
  const program = join(out, 'voltline.exe')
  await run('mcs', ['-langversion:4', '-warnaserror', `-out:${program}`, ...files])
  await takeTheWalk('mono', [program])
}, 120_000)

test('every client names every call, and its README says what was compiled and what was not', () => {
  for (const client of ['android', 'ios', 'unity', 'unreal']) {
    const readme = readFileSync(join(import.meta.dirname, client, 'README.md'), 'utf8')
    expect(readme, client).toContain('## How far it was tried')
    for (const path of ['session', 'ad', 'event', 'app-reward', 'user']) {
      expect(readme, client).toContain(`/sdk/v1/${path}`)
    }
  }
})
