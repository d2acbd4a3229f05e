import { runQuietly } from './child.mjs'
import { node24, root, tool, toolEnvironment } from './paths.mjs'

const packages = ['kernel', 'contract', 'server', 'web', 'sdk', 'tests', 'bench']
const own = (name) => [node24, ['scripts/checks/run.ts', name]]

const checks = [
  [
    'types',
    tool('tsc'),
    ['-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  ],
  ['format and lint', tool('biome'), ['check', '--diagnostic-level=error', '.']],
  ['import directions', tool('depcruise'), [...packages, '--config', '.dependency-cruiser.cjs']],
  ['nothing unused', tool('knip'), ['--no-progress', '--no-config-hints']],
  ['sizes', ...own('sizes')],
  ['no way around the types', ...own('escapes')],
  ['row types match the migrations', node24, ['server/src/cli/schema.ts', '--check']],
  ['both languages', ...own('languages')],
  ['paths in documents exist', ...own('doc-paths')],
  ['no secrets', ...own('secrets')],
  ['packages', ...own('lockfile')],
  ['licences of what ships', ...own('licences')],
  ['the API’s description', ...own('api-description')],
]

/** All static checks, two at a time: the smallest supported machine has two cores. */
export async function checkAll() {
  const waiting = [...checks]
  const outcomes = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await check(next))
  }
  await Promise.all([worker(), worker()])
  const failed = outcomes.filter((passed) => !passed).length
  return { passed: checks.length - failed, failed }
}

async function check([title, program, args]) {
  const since = performance.now()
  const env = toolEnvironment({ NO_COLOR: '1' })
  const { code, output } = await runQuietly(program, args, { cwd: root, env })
  const passed = code === 0
  console.log(`${passed ? '✓' : '✗'} ${title} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
  if (!passed) console.log(output.trim())
  return passed
}
