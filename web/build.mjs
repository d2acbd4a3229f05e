import { buildSdk } from '../sdk/build.mjs'
import { buildConsoles } from './consoles.ts'
import { buildSite } from './src/site/build.ts'

// The consoles come first: they empty the folder that both write to.
await buildConsoles()
await buildSite()
await buildSdk()
