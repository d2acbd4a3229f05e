import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunks.ts'
import { lightContract } from './light-contract.ts'
import { themeScript } from './src/theme-script.ts'

/** Puts the script of the first paint into the head, as a file. */
function themeBeforePaint(): Plugin {
  return {
    name: 'theme-before-paint',
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/${themeScript.path}` }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: themeScript.path, source: themeScript.text })
    },
    configureServer(server) {
      server.middlewares.use(`/${themeScript.path}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript')
        response.end(themeScript.text)
      })
    },
  }
}

/** The consoles. The public site is built by src/site/build.ts. */
export const consoles: InlineConfig = {
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), themeBeforePaint(), lightContract()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // Browsers without module preload load the same files a little later.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: `${import.meta.dirname}/app.html`,
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups } },
    },
  },
}

/** Empties the output folder, so it runs before the site's build. */
export const buildConsoles = () => build({ ...consoles, logLevel: 'warn' })
