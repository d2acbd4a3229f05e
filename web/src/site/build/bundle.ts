import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin } from 'vite'
import { cacheDir, distDir, siteDir, webDir } from './paths.ts'

const shared: InlineConfig = { configFile: false, root: webDir, publicDir: false, logLevel: 'warn' }

/**
 * Dark values apply when a script has set data-theme. This repeats them for visitors without JavaScript whose system
 * is dark.
 */
function darkWithoutScript(): Plugin {
  return {
    name: 'dark-without-script',
    enforce: 'pre',
    transform(css, id) {
      if (!/\/src\/(tokens|site\/base)\.css$/.test(id)) return null
      const dark = /:root\[data-theme="dark"\] (\{[^}]*\})/.exec(css)?.[1]
      if (!dark) throw new Error(`${id} has no dark theme in the form that the public pages expect`)
      return `${css}\n@media (prefers-color-scheme: dark) { :root:not([data-theme]) ${dark} }\n`
    },
  }
}

export interface ClientScripts {
  /** Runs before the first paint. */
  head: string
  main: string
}

/** Writes an entry and its chunks to the assets folder and returns the entry's address. */
async function bundleScript(entry: string, format: 'es' | 'iife'): Promise<string> {
  const result = await build({
    ...shared,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(siteDir, 'client', `${entry}.ts`),
        output: {
          format,
          entryFileNames: 'assets/site-[name]-[hash].js',
          chunkFileNames: 'assets/site-[name]-[hash].js',
        },
      },
    },
  })
  const chunks = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  let address = ''
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk')
      throw new Error(`${entry}.ts imports ${chunk.fileName}: scripts have no styles`)
    await writeFile(join(distDir, chunk.fileName), chunk.code)
    if (chunk.isEntry) address = `/${chunk.fileName}`
  }
  return address
}

/** The pages work without these two small scripts. */
export async function bundleScripts(): Promise<ClientScripts> {
  await mkdir(join(distDir, 'assets'), { recursive: true })
  return { head: await bundleScript('head', 'iife'), main: await bundleScript('main', 'es') }
}

export interface Renderer {
  pages: typeof import('../render.tsx')
  /** The style sheet of all pages: the tokens, the reset and the components' CSS modules. */
  style: string
}

/** Node cannot import JSX or CSS modules, so the pages are bundled for it and then imported. */
export async function loadRenderer(): Promise<Renderer> {
  const outDir = join(cacheDir, `render-${process.pid}`)
  await build({
    ...shared,
    plugins: [darkWithoutScript()],
    build: {
      ssr: join(siteDir, 'render.tsx'),
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      cssTarget: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
    },
    ssr: { noExternal: [/^@voltline\//] },
  })
  const pages: Renderer['pages'] = await import(join(outDir, 'render.mjs'))
  const styles = (await readdir(outDir, { recursive: true })).filter((file) => file.endsWith('.css'))
  const texts = await Promise.all(styles.map((file) => readFile(join(outDir, file), 'utf8')))
  await rm(outDir, { recursive: true })
  return { pages, style: texts.join('') }
}
