// Builds the SDK: dist/voltline.js for a script tag, dist/voltline.mjs for bundlers, dist/types for both, and
// dist/frame.js for the page that native SDKs host.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { build } from 'vite'

const folder = import.meta.dirname
const out = join(folder, 'dist')
/** Of each script, with the renderer. */
const gzipBytesMax = 12_000

/** Self-contained types, without imports. */
function buildTypes() {
  const program = ts.createProgram([join(folder, 'src/index.ts')], {
    declaration: true,
    emitDeclarationOnly: true,
    outDir: join(out, 'types'),
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    types: [],
  })
  program.emit()
}

/** Writes one script in each format. */
const buildScript = (entry, formats, fileName) =>
  build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(folder, 'src', entry), name: 'Voltline', formats, fileName },
    },
  })

function checkVersion() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const source = readFileSync(join(folder, 'src/version.ts'), 'utf8')
  if (!source.includes(`'${version}'`)) throw new Error(`src/version.ts is not at version ${version}.`)
}

/** Returns the compressed sizes in bytes by file name. */
export async function buildSdk() {
  checkVersion()
  rmSync(out, { recursive: true, force: true })
  await buildScript('index.ts', ['es', 'iife'], (format) =>
    format === 'es' ? 'voltline.mjs' : 'voltline.js',
  )
  await buildScript('frame.ts', ['iife'], () => 'frame.js')
  buildTypes()
  const sizes = ['voltline.js', 'frame.js'].map((name) => [
    name,
    gzipSync(readFileSync(join(out, name)), { level: 9 }).length,
  ])
  for (const [name, bytes] of sizes) {
    if (bytes > gzipBytesMax) {
      throw new Error(`${name} has ${bytes} bytes compressed; it may have ${gzipBytesMax}.`)
    }
  }
  return Object.fromEntries(sizes)
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, bytes] of Object.entries(await buildSdk())) {
    process.stdout.write(`sdk/dist/${name}: ${bytes} bytes compressed, at most ${gzipBytesMax}\n`)
  }
}
