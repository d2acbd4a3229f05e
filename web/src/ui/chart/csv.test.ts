import { expect, test } from 'vitest'
import { csvFile } from './csv.ts'

test('a CSV has a byte order mark, quoted text, exact figures, and no cell that runs as a formula', async () => {
  const file = csvFile([
    ['Name', 'Cost'],
    ['=1+1', 1234.000001],
    ['+82', 0.1],
    ['-x', 2_000_000_000],
    ['@cmd', 1e-7],
    ['\tTab "quoted", comma', 7],
  ])
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    [
      `"Name","Cost"`,
      `"'=1+1",1234.000001`,
      `"'+82",0.1`,
      `"'-x",2000000000`,
      `"'@cmd",0`,
      `"'\tTab ""quoted"", comma",7`,
      '',
    ].join('\r\n'),
  )
})
