import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { cacheDir, distDir, siteDir, webDir } from './paths.ts'

const shared: InlineConfig = { configFile: false, root: webDir, publicDir: false, logLevel: 'warn' }

/**
 * The tokens turn dark by a mark that a script sets. Without JavaScript nobody sets it, so the same values are
 * given once more for a system that asks for dark.
 */
function darkWithoutScript(): Plugin {
  return {
    name: 'dark-without-script',
    async load(id) {
      if (!id.endsWith('/src/tokens.css')) return null
      const css = await readFile(id, 'utf8')
      const dark = /:root\[data-theme="dark"\] (\{[^}]*\})/.exec(css)?.[1]
      if (!dark) throw new Error('tokens.css has no dark theme where the public pages look for it')
      return `${css}\n@media (prefers-color-scheme: dark) { :root:not([data-theme]) ${dark} }\n`
    },
  }
}

interface Bundle {
  /** The address of the script that runs before the first paint, and of the one that runs after. */
  headScript: string
  mainScript: string
  style: string
}

async function bundleEntry(entry: string, format: 'es' | 'iife'): Promise<{ file: string; style: string }> {
  const result = await build({
    ...shared,
    plugins: [darkWithoutScript()],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(siteDir, 'client', `${entry}.ts`),
        output: {
          format,
          entryFileNames: 'assets/site-[name]-[hash].js',
          chunkFileNames: 'assets/site-[name]-[hash].js',
          assetFileNames: 'assets/site-[name]-[hash][extname]',
        },
      },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? [...one.output] : []))
  let file = ''
  let style = ''
  for (const output of outputs) {
    if (output.type === 'chunk') {
      await writeFile(join(distDir, output.fileName), output.code)
      if (output.isEntry) file = `/${output.fileName}`
    } else if (output.fileName.endsWith('.css')) style = String(output.source)
    else await writeFile(join(distDir, output.fileName), output.source)
  }
  return { file, style }
}

/** The browser's part of the site: two small scripts and the text of the style sheet. */
export async function bundleClient(): Promise<Bundle> {
  await mkdir(join(distDir, 'assets'), { recursive: true })
  const head = await bundleEntry('head', 'iife')
  const main = await bundleEntry('main', 'es')
  return { headScript: head.file, mainScript: main.file, style: main.style }
}

/** The pages themselves are React, which Node cannot read; they are bundled for it and then imported. */
export async function loadRenderer(): Promise<typeof import('../render.tsx')> {
  const outDir = join(cacheDir, `render-${process.pid}`)
  await build({
    ...shared,
    build: {
      ssr: join(siteDir, 'render.tsx'),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
    },
    ssr: { noExternal: [/^@voltline\//] },
  })
  const renderer = await import(join(outDir, 'render.mjs'))
  await rm(outDir, { recursive: true })
  return renderer
}
