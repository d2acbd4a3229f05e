import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './files.ts'

const folders = 'kernel|contract|server|web|sdk|tests|bench|scripts|docs'
const codeSpan = new RegExp(`\`((?:${folders})(?:/[\\w@-][\\w.@-]*)*/?)\``, 'g')

/** Every path that a document names in code font exists. Paths with placeholders, such as `<name>`, do not match. */
export function findMissingPaths(root: string, file: string, text: string): Finding[] {
  if (!file.endsWith('.md')) return []
  return [...text.matchAll(codeSpan)].flatMap(([, path = '']) =>
    existsSync(join(root, path)) ? [] : [`${file} names ${path}, which does not exist`],
  )
}
