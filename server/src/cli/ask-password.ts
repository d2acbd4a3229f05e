import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface AskedPassword {
  password: string
  /** Generated here, so the caller must show it. */
  wasMade: boolean
}

/** Never an argument: those end up in the shell's history and in the list of processes. */
export async function askPassword(): Promise<AskedPassword> {
  if (!process.stdin.isTTY) {
    const password = await firstLine()
    return password === '' ? { password: makePassword(), wasMade: true } : { password, wasMade: false }
  }
  const password = await hiddenLine('Password (empty: one is made for you): ')
  if (password === '') return { password: makePassword(), wasMade: true }
  if ((await hiddenLine('Once more: ')) !== password) throw new Error('The two passwords differ.')
  return { password, wasMade: false }
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line.trim()
  return ''
}

/** Reads a line in the terminal without showing it. */
async function hiddenLine(prompt: string): Promise<string> {
  process.stdout.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stdout.write('\n')
  }
}

const letters = 'abcdefghijkmnpqrstuvwxyz'
const digits = '23456789'
const signs = '!@#$%^*+=-'

/** Sixteen characters, none easily confused with another, with at least one of each required kind. */
function makePassword(): string {
  const any = letters + letters.toUpperCase() + digits + signs
  const pick = (from: string) => from[randomInt(from.length)] ?? ''
  const picked = [pick(letters), pick(digits), pick(signs), ...Array.from({ length: 13 }, () => pick(any))]
  for (let last = picked.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const moved = picked[last] ?? ''
    picked[last] = picked[other] ?? ''
    picked[other] = moved
  }
  return picked.join('')
}
