import { createServer } from 'node:http'
import { report } from './child.ts'

/** The minimum that any server does: it reads and parses the same POST and returns as many bytes. */
const text = JSON.stringify({ error: 'SUCCESS', pad: 'x'.repeat(Math.max(0, Number(process.argv[2]) - 28)) })

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, [
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(text.length),
      'Access-Control-Allow-Origin',
      '*',
      'Cache-Control',
      'no-store',
    ])
    response.end(text, 'latin1')
  })
})

report(server)
