// Builds the SDK: dist/voltline.js for a script tag, dist/voltline.mjs for bundlers, dist/types for both.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { build } from 'vite'

const folder = import.meta.dirname
const out = join(folder, 'dist')
const gzipBytesMax = 8_192

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

/** Returns the compressed size of dist/voltline.js. */
export async function buildSdk() {
  rmSync(out, { recursive: true, force: true })
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      minify: true,
      lib: {
        entry: join(folder, 'src/index.ts'),
        name: 'Voltline',
        formats: ['es', 'iife'],
        fileName: (format) => (format === 'es' ? 'voltline.mjs' : 'voltline.js'),
      },
    },
  })
  buildTypes()
  const bytes = gzipSync(readFileSync(join(out, 'voltline.js'))).length
  if (bytes > gzipBytesMax)
    throw new Error(`The SDK has ${bytes} bytes compressed; it may have ${gzipBytesMax}.`)
  return bytes
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`sdk/dist/voltline.js: ${await buildSdk()} bytes compressed\n`)
}
