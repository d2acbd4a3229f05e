// npm test: installs what is missing, runs every test there is and ends with the sum.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { checkAll } from './lib/checks.mjs'
import { isStopping, run } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureMachine, findChromium } from './lib/machine.mjs'
import { isThere, root, tool, toolEnvironment } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'

const reports = mkdtempSync(join(tmpdir(), 'voltline-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const stages = [
  ['Web pages', buildPages],
  ['Static checks', checkAll],
  ['Unit and API tests', () => vitest('unit')],
  ['Simulation', () => vitest('simulation'), isThere('tests', 'simulation')],
  ['Browser tests', playwright],
].filter(([, , isThere = true]) => isThere)

async function vitest(project) {
  const report = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, ...reporters]
  const code = await run(tool('vitest'), args, { cwd: root, env: toolEnvironment() })
  return counts(code, report, readVitest)
}

/** A file that broke outside its tests counts as one that failed: its tests are only reported as skipped. */
function readVitest({ numPassedTests, testResults }) {
  const failedIn = ({ status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').length
    return failed === 0 && status === 'failed' ? 1 : failed
  }
  return [numPassedTests, testResults.reduce((sum, file) => sum + failedIn(file), 0)]
}

async function buildPages() {
  await ensureBuilt()
  return { passed: 1, failed: 0 }
}

async function playwright() {
  const report = join(reports, 'browser.json')
  const env = toolEnvironment({ CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const args = ['test', '--config', 'tests/playwright.config.ts', '--reporter=list,json']
  const code = await run(tool('playwright'), args, { cwd: root, env })
  return counts(code, report, ({ stats }) => {
    if (stats.flaky > 0) console.log(`${stats.flaky} passed only when tried again.`)
    return [stats.expected + stats.flaky, stats.unexpected]
  })
}

/** A stage that crashed, or that ran no test at all, has failed even if no single test has. */
function counts(code, report, read) {
  let [passed, failed] = [0, 0]
  try {
    ;[passed, failed] = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    console.error('The stage ended without a report.')
  }
  const failedAsAWhole = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: failedAsAWhole ? 1 : failed }
}

/** The other stages are still worth running, and the sum is still worth printing. */
function asFailure(fault) {
  console.error(fault instanceof Stop ? fault.message : fault)
  return { passed: 0, failed: 1 }
}

async function runStages() {
  const results = []
  for (const [title, work] of stages) {
    console.log(`\n── ${title}`)
    const since = performance.now()
    const { passed, failed } = await work().catch(asFailure)
    if (isStopping()) throw new Stop('Stopped.')
    results.push({ title, passed, failed, seconds: Math.round((performance.now() - since) / 1000) })
  }
  console.log()
  for (const { title, passed, failed, seconds } of results) {
    console.log(`${title}: ${passed} passed, ${failed} failed (${seconds} s)`)
  }
  return results
}

await main(async () => {
  await ensureInstalled()
  await ensureMachine()
  const results = await runStages()
  const sum = (of) => results.reduce((total, result) => total + result[of], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
})
