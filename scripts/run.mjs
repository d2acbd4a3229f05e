// Runs a TypeScript file of this repository with Node.js 24: node scripts/run.mjs FILE.ts arguments…
import { run } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node24, root, toolEnvironment } from './lib/paths.mjs'
import { main, Stop } from './lib/stop.mjs'

await main(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Stop('Usage: node scripts/run.mjs FILE.ts arguments…')
  await ensureInstalled()
  return run(node24, [file, ...args], { cwd: root, env: toolEnvironment() })
})
