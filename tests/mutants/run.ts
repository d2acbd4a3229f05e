import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyRepository, replaceOnce, root, runTests } from './copy.ts'
import { type Mutant, mutants } from './mutants.ts'

/**
 * npm run mutants [-- --only TEXT]: plants one bug at a time into delivery, domain, billing and ledger, and runs the
 * tests that should find it. Takes about half an hour on two cores.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = mutants.filter(({ file, bug }) => `${file} ${bug}`.includes(values.only ?? ''))
const workers = 2
const shareMin = 0.95
/** All tests of the chosen mutants, one after the other. */
const baselineMsMax = 20 * 60_000

const label = ({ file, bug }: Mutant): string => `${file.replace('server/src/', '')}: ${bug}`

async function judge(copy: string, mutant: Mutant): Promise<boolean> {
  const restore = replaceOnce(join(copy, mutant.file), mutant.from, mutant.to)
  try {
    const { passed, ms } = await runTests(copy, mutant.tests)
    const verdict = passed ? 'SURVIVED' : 'found   '
    console.log(`${verdict} ${(ms / 1_000).toFixed(0).padStart(4)} s  ${label(mutant)}`)
    return !passed
  } finally {
    restore()
  }
}

for (const { file, from } of chosen) {
  const places = readFileSync(join(root, file), 'utf8').split(from).length - 1
  if (places !== 1) throw new Error(`${file} contains ${JSON.stringify(from)} ${places} times, not once.`)
}
const copies = Array.from({ length: workers }, copyRepository)
try {
  const [first = ''] = copies
  const baseline = await runTests(first, [...new Set(chosen.flatMap(({ tests }) => tests))], baselineMsMax)
  if (!baseline.passed) throw new Error(`The tests fail without a mutant:\n${baseline.output.slice(-4_000)}`)
  const waiting = [...chosen]
  const survivors: Mutant[] = []
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (!(await judge(copy, next))) survivors.push(next)
      }
    }),
  )
  const found = chosen.length - survivors.length
  console.log(`${found} of ${chosen.length} mutants found: ${((found / chosen.length) * 100).toFixed(1)} %`)
  for (const mutant of survivors) console.log(`survived: ${label(mutant)}`)
  if (found / chosen.length < shareMin) process.exitCode = 1
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}
