import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

function logged(write: (log: ReturnType<typeof makeLog>) => void): {
  text: string
  line: Record<string, never>
} {
  let text = ''
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk)
      done()
    },
  })
  write(makeLog('info', stream))
  return { text, line: JSON.parse(text) }
}

test('a fault of the database is one line with its SQLSTATE, without connection and values', () => {
  const fault = Object.assign(new Error('could not extend file'), {
    code: '53100',
    detail: 'Key (email)=(someone@company.test)',
    client: { secretKey: 123_456, processID: 7 },
  })
  const { text, line } = logged((log) => log.warn({ err: new Error('away', { cause: fault }) }, 'lost'))
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(line).toMatchObject({ err: { message: 'away', cause: { state: '53100' } } })
  expect(text).not.toMatch(/secretKey|123456|someone@/)
})

test('codes that customers receive, passwords and tokens are hidden', () => {
  const { text } = logged((log) =>
    log.info({ code: '123456', body: { pw: 'pear-tree', token: 'abcdef' } }, 'call'),
  )
  expect(text).not.toMatch(/123456|pear-tree|abcdef/)
})
