import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { type ProcessLimits, runLimited } from './limited-process.ts'

const megabyte = 1_048_576
const limits: ProcessLimits = {
  msMax: 10_000,
  memoryBytesMax: 200 * megabyte,
  outputBytesMax: megabyte,
  folder: tmpdir(),
}
const script = (code: string, changed: Partial<ProcessLimits> = {}) =>
  runLimited(process.execPath, ['-e', code], { ...limits, ...changed })

test('a program’s output and exit code are returned', async () => {
  const end = await script("process.stdout.write('out'); process.stderr.write('err'); process.exitCode = 3")
  expect(end).toEqual({ code: 3, stdout: 'out', stderr: 'err', exceeded: undefined })
})

test('threat 54: a program that takes too long is killed', async () => {
  const end = await script('while (true) {}', { msMax: 300 })
  expect(end.exceeded).toBe('time')
})

test('threat 54: a program that takes too much memory is killed soon after', async () => {
  const end = await script(`
    const kept = []
    const grow = () => {
      kept.push(Buffer.alloc(10 * ${megabyte}, 1))
      process.stdout.write(kept.length * 10 + '\\n')
      if (kept.length < 400) setTimeout(grow, 1)
    }
    grow()`)
  expect(end.exceeded).toBe('memory')
  expect(Number(end.stdout.trim().split('\n').at(-1))).toBeLessThan(2_000)
})

test('a program that writes too much is killed', async () => {
  const end = await script("setInterval(() => process.stdout.write('x'.repeat(65536)), 0)")
  expect(end.exceeded).toBe('output')
  expect(end.stdout.length).toBeLessThanOrEqual(megabyte)
})

test('a program sees none of our settings and runs in no shell', async () => {
  process.env.A_SECRET_OF_OURS = 'canary'
  const end = await runLimited(
    process.execPath,
    [
      '-e',
      'console.log(JSON.stringify([process.env, process.argv.slice(1)]))',
      '; echo $HOME `id`',
      '--',
      '-i',
    ],
    limits,
  )
  delete process.env.A_SECRET_OF_OURS
  expect(end.stdout).not.toContain('canary')
  expect(JSON.parse(end.stdout)[1]).toEqual(['; echo $HOME `id`', '--', '-i'])
})

test('a missing program is a fault', async () => {
  await expect(runLimited('/no/such/program', [], limits)).rejects.toThrow('ENOENT')
})
