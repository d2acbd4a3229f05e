import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
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
  plugins: [react(), themeBeforePaint()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: `${import.meta.dirname}/app.html` },
  },
}
