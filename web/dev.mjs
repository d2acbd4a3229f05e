// Serves the consoles with hot reload; everything else comes from a Voltline server at API_URL.
import { createServer } from 'vite'
import { consoles } from './consoles.ts'

const api = process.env.API_URL ?? 'http://localhost:3000'
const elsewhere = [
  '^/$',
  '^/(api|files|dev|downloads|sdk|c|postback)/',
  '^/(home|terms|privacy|quality)',
  '^/assets/site-',
]

/** Any other page is the consoles' one page. */
const consolePage = {
  name: 'console-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = request.url?.split('?')[0] ?? '/'
      const isPage = request.headers.accept?.includes('text/html')
      if (isPage && !elsewhere.some((pattern) => new RegExp(pattern).test(path))) request.url = '/app.html'
      next()
    })
  },
}

const server = await createServer({
  ...consoles,
  plugins: [...(consoles.plugins ?? []), consolePage],
  server: {
    port: Number(process.env.PORT ?? 5173),
    proxy: Object.fromEntries(elsewhere.map((pattern) => [pattern, api])),
  },
})
await server.listen()
server.printUrls()
