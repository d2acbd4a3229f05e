import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** npm run bench -- NAME: runs bench/NAME.ts, which prints its figures and throws when a figure is missed. */
const [name = ''] = process.argv.slice(2)
const path = join(import.meta.dirname, `${name}.ts`)

if (!/^[a-z-]+$/.test(name) || name === 'run' || !existsSync(path)) {
  const names = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
    .map((file) => file.slice(0, -3))
  process.stderr.write(`Usage: npm run bench -- NAME, one of: ${names.join(', ')}\n`)
  process.exit(1)
}

try {
  const { bench } = (await import(path)) as { bench: () => Promise<void> }
  await bench()
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
