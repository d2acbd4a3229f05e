import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Reading and compiling the sources is most of a start; the cache halves it. Not in the system's folder for temporary
// files, where another user could plant code. Without a folder that can be written there is no cache.
enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled'))
const { run } = await import('./run.ts')
await run()
// Now, because a process that is killed writes nothing at its end.
flushCompileCache()
