import { build } from 'vite'
import { buildSdk } from '../sdk/build.mjs'
import { consoles } from './consoles.ts'
import { buildSite } from './src/site/build.ts'

// The consoles come first: they empty the folder that both write to.
await build({ ...consoles, logLevel: 'warn' })
await buildSite()
await buildSdk()
