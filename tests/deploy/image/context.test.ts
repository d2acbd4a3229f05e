import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInContext } from './context.ts'

const rules = readFileSync(join(import.meta.dirname, '../../../.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

test.each([
  'package.json',
  'server/src/main.ts',
  'web/src/site/logo/logo-dark.svg',
  'tests',
  'tests/package.json',
])('%s is part of what the image is built from', (path) => expect(isInContext(path, rules)).toBe(true))

test.each([
  '.git',
  '.data/secret',
  'server/src/run.test.ts',
  'web/node_modules/x',
  'web/dist',
  'server/testing/client.ts',
  'tests/deploy',
])('%s never gets into the image', (path) => expect(isInContext(path, rules)).toBe(false))
