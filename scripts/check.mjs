// npm run check: the static checks alone, one line each.
import { checkAll } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/stop.mjs'

await main(async () => {
  await ensureInstalled()
  const { passed, failed } = await checkAll()
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
