// Serves the consoles with hot reload; the API is a Voltline server at API_URL, by default on port 3000.
import { createServer } from 'vite'
import { consoles } from './consoles.ts'

const api = process.env.API_URL ?? 'http://localhost:3000'
const server = await createServer({
  ...consoles,
  appType: 'spa',
  plugins: [
    ...(consoles.plugins ?? []),
    {
      name: 'console-routes',
      configureServer: ({ middlewares }) => {
        middlewares.use((request, _response, next) => {
          const isPage = request.headers.accept?.includes('text/html')
          if (isPage) request.url = '/app.html'
          next()
        })
      },
    },
  ],
  server: { port: Number(process.env.PORT ?? 5173), proxy: { '/api': api, '/files': api } },
})
await server.listen()
server.printUrls()
