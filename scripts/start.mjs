// npm start: installs what is missing, builds what is stale and runs the program until it is stopped.
import { ensureBuilt } from './lib/build.mjs'
import { run } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node24, root, toolEnvironment } from './lib/paths.mjs'
import { main } from './lib/stop.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return run(node24, ['server/src/main.ts'], { cwd: root, env: toolEnvironment() })
})
