import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminSignin, isPassword } from '@voltline/contract'
import { expect, test } from 'vitest'
import { Client } from '../../testing/client.ts'
import { useFreshDatabase } from '../../testing/database.ts'
import { ProgramProcess } from '../../testing/program-process.ts'
import { testPassword } from '../../testing/test-server.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'

const database = useFreshDatabase()
const command = join(import.meta.dirname, 'operator.ts')

interface Ended {
  code: number | null
  output: string
}

/** `npm run operator -- …` with what a person would type. */
function operator(args: string[], options: { env: Record<string, string>; typed?: string }): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...options.env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  child.stdin.end(options.typed ?? '')
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })))
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-test-operator-'))
  // Open to the user that a database server of root's runs as.
  chmodSync(folder, 0o755)
  return folder
}

test('ENUM-14 an operator that the command made signs in, with the requested group', async () => {
  const dataDir = temporaryFolder()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const boss = await operator(['add', 'boss@company.test'], { env, typed: `${testPassword}\n` })
  expect(boss).toMatchObject({ code: 0, output: expect.stringContaining('ADMINISTRATORS') })
  expect(boss.output).not.toContain(testPassword)
  const clerk = await operator(['add', 'clerk@company.test', '--group', 'USERS'], { env })
  const madePassword = /shown only now: (\S+)/.exec(clerk.output)?.[1] ?? ''
  expect(isPassword(madePassword)).toBe(true)
  const program = new ProgramProcess(env)
  await program.start()
  try {
    const client = new Client(program.url)
    const signIn = async (email: string, pw: string) =>
      (await client.call(adminSignin, { email, pw })).value?.user.Group
    expect(await signIn('boss@company.test', testPassword)).toBe('ADMINISTRATORS')
    expect(await signIn('clerk@company.test', madePassword)).toBe('USERS')
  } finally {
    await program.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)

test('a mistake is one clear line and exit code 1', async () => {
  const dataDir = temporaryFolder()
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const mistakes = [
    [['add', 'boss@company.test'], 'is an operator already'],
    [['password', 'nobody@company.test'], 'is not an operator'],
    [['add', 'nobody'], 'is not an e-mail address'],
    [['add', 'x@company.test', '--group', 'KINGS'], 'Usage'],
    [['remove', 'boss@company.test'], 'Usage'],
  ] as const
  for (const [args, said] of mistakes) {
    const ended = await operator([...args], { env, typed: `${testPassword}\n` })
    expect([args, ended.code, ended.output.includes(said)]).toEqual([args, 1, true])
  }
  const weak = await operator(['add', 'weak@company.test'], { env, typed: 'weak\n' })
  expect(weak).toMatchObject({ code: 1, output: expect.stringContaining('8 to 16') })
  const common = await operator(['add', 'weak@company.test'], { env, typed: 'Password1!\n' })
  expect(common).toMatchObject({ code: 1, output: expect.stringContaining('most common passwords') })
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

test('the command works beside a running program that keeps its own database', async () => {
  const dataDir = temporaryFolder()
  const running = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const made = await operator(['add', 'boss@company.test'], { env: { DATA_DIR: dataDir } })
    expect(made).toMatchObject({ code: 0 })
    const again = await operator(['add', 'boss@company.test'], { env: { DATA_DIR: dataDir } })
    expect(again.output).toContain('is an operator already')
  } finally {
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
