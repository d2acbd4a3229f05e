// npm test: installs what is missing, runs every test, lists what was skipped and ends with the totals.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { checkAll } from './lib/checks.mjs'
import { isStopping, run } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureMachine, findChromium } from './lib/machine.mjs'
import { root, tool, toolEnvironment } from './lib/paths.mjs'
import { readPlaywright, readVitest } from './lib/reports.mjs'
import { main, Stop } from './lib/stop.mjs'

const reports = mkdtempSync(join(tmpdir(), 'voltline-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const stages = [
  ['Web pages', buildPages],
  ['Static checks', checkAll],
  ['Unit and API tests', () => vitest('unit')],
  ['Simulation', () => vitest('simulation')],
  ['Browser tests', playwright],
]

async function buildPages() {
  await ensureBuilt()
  return { passed: 1, failed: 0 }
}

async function vitest(project) {
  const report = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, ...reporters]
  const code = await run(tool('vitest'), args, { cwd: root, env: toolEnvironment() })
  return outcome(code, report, readVitest)
}

async function playwright() {
  const report = join(reports, 'browser.json')
  const env = toolEnvironment({ CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json']
  const code = await run(tool('playwright'), args, { cwd: root, env })
  return outcome(code, report, readPlaywright)
}

/** A stage that crashed, or ran no test at all, has failed even if no single test has. */
function outcome(code, report, read) {
  let counts = { passed: 0, failed: 0, skipped: [] }
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    console.error('The stage ended without a report.')
  }
  const hasFailedAsAWhole = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  return hasFailedAsAWhole ? { ...counts, failed: 1 } : counts
}

/** The other stages are still worth running, and the totals are still worth printing. */
function asFailure(fault) {
  console.error(fault instanceof Stop ? fault.message : fault)
  return { passed: 0, failed: 1 }
}

async function runStages() {
  const results = []
  for (const [title, work] of stages) {
    console.log(`\n── ${title}`)
    const since = performance.now()
    const { passed, failed, skipped = [] } = await work().catch(asFailure)
    if (isStopping()) throw new Stop('Stopped.')
    results.push({ title, passed, failed, skipped, seconds: Math.round((performance.now() - since) / 1000) })
  }
  return results
}

function printResults(results) {
  console.log()
  for (const { title, passed, failed, skipped, seconds } of results) {
    console.log(`${title}: ${passed} passed, ${failed} failed, ${skipped.length} skipped (${seconds} s)`)
  }
  const skipped = results.flatMap((result) => result.skipped)
  for (const { name, reason } of skipped) console.log(`Skipped: ${name} (${reason})`)
}

await main(async () => {
  await ensureInstalled()
  await ensureMachine()
  const results = await runStages()
  printResults(results)
  const total = (count) => results.reduce((sum, result) => sum + count(result), 0)
  const failed = total((result) => result.failed)
  console.log(
    `${total((result) => result.passed)} passed, ${failed} failed, ${total((result) => result.skipped.length)} skipped`,
  )
  return failed > 0 ? 1 : 0
})
