import { statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'

export interface DataDirLock {
  release(): Promise<void>
}

const answerMsMax = 500

/**
 * Holds the data folder for this program. The lock is a listening socket in Linux's abstract
 * name space: it ends with the process, however that ends, so there is never a stale one and
 * a reused process id cannot be taken for its holder. The name is the folder's inode, which
 * is the same by whatever path the folder is reached. The socket answers with its holder's id.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const { dev, ino } = statSync(dataDir)
  const name = `\0voltline-data-${dev}-${ino}`
  const server = createServer((socket) => {
    // The asker may be gone before it has read the answer.
    socket.on('error', () => socket.destroy())
    socket.end(String(process.pid))
  })
  if (!(await listens(server, name))) {
    const holder = await askHolder(name)
    const which = holder ? ` (process ${holder})` : ''
    throw new Error(
      `Voltline is already running${which} with the data folder ${dataDir}. Stop it first, or set DATA_DIR.`,
    )
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function listens(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'EADDRINUSE') resolve(false)
      else reject(fault)
    })
    server.listen(name, () => resolve(true))
  })
}

function askHolder(name: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(name)
    socket.setEncoding('utf8')
    socket.setTimeout(answerMsMax, () => socket.destroy())
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(answer))
  })
}
