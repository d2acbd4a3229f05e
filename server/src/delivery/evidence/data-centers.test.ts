import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DataCenters, parseRanges } from './data-centers.ts'

const log = { info: () => {}, warn: () => {} }

test('addresses are found in the ranges of the file, and a change to it takes effect within 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await mkdtemp(join(tmpdir(), 'ranges-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'ranges.txt')
  await writeFile(file, '# hosting\n3.0.0.0/9\n3.1.0.0/16\n52.0.0.7\n2600:1f00::/24\nnonsense\n')
  const dataCenters = new DataCenters(file, log)
  expect(dataCenters.has('3.1.2.3')).toBe(false)
  await dataCenters.refresh()
  const found = ['3.0.0.0', '3.127.255.255', '::ffff:3.1.2.3', '52.0.0.7', '2600:1fff::1']
  for (const address of found) expect([address, dataCenters.has(address)]).toEqual([address, true])
  const others = ['2.255.255.255', '3.128.0.0', '52.0.0.8', '2600:2000::1', 'nonsense', '']
  for (const address of others) expect([address, dataCenters.has(address)]).toEqual([address, false])
  await writeFile(file, '9.9.9.0/24')
  vi.advanceTimersByTime(29_000)
  await dataCenters.refresh()
  expect([dataCenters.has('3.1.2.3'), dataCenters.has('9.9.9.9')]).toEqual([false, true])
})

test('lines that are no ranges are counted and left out', () => {
  expect(parseRanges('a\n300.0.0.0/8\n10.0.0.0/33\n\n# x\n1.2.3.4')).toMatchObject({ bad: 3, v4: [{}] })
})
