import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

export interface DataDirLock {
  release(): Promise<void>
}

const answerMsMax = 500

/**
 * Holds the data folder for this program. The lock is a listening socket in Linux's abstract
 * name space: it ends with the process in every case, so there is never a stale lock, and
 * a reused process id cannot be mistaken for its holder. The socket returns its holder's id.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const name = lockName(dataDir)
  const server = createServer((socket) => {
    // The client may have gone before it has read the reply.
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

/**
 * The inode is the same by whatever path the folder is reached, and differs in a copy of it.
 * The random part keeps apart a deleted folder and a new one that was given its inode.
 */
function lockName(dataDir: string): string {
  const file = join(dataDir, 'lock-name')
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, randomUUID())
    try {
      linkSync(unfinished, file)
    } catch (fault) {
      // Another start may have been first; its name is used.
      if (!existsSync(file)) throw fault
    } finally {
      rmSync(unfinished)
    }
  }
  const { dev, ino } = statSync(dataDir)
  return `\0voltline-${dev}-${ino}-${readFileSync(file, 'utf8')}`
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
    let reply = ''
    const socket = connect(name)
    socket.setEncoding('utf8')
    socket.setTimeout(answerMsMax, () => socket.destroy())
    socket.on('data', (text: string) => {
      reply += text
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(reply))
  })
}
