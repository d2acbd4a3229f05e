import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { findMissingPaths } from './doc-paths.ts'
import { findEscapes } from './escapes.ts'
import { repositoryFiles } from './files.ts'
import { findCrowdedFolders } from './folders.ts'
import { findLanguageGaps } from './languages.ts'
import { findLockfileFaults } from './lockfile.ts'
import { findSecrets } from './secrets.ts'
import { findOversize } from './sizes.ts'

const root = join(import.meta.dirname, '..', '..')
const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A small temporary repository with the configuration of this one. */
function repository(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-checks-'))
  made.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'biome.json', 'knip.json']) {
    cpSync(join(root, name), join(folder, name))
  }
  return folder
}

async function tool(folder: string, name: string, args: string[]): Promise<{ code: number; output: string }> {
  const bin = join(root, 'node_modules', '.bin')
  const env = { ...process.env, NO_COLOR: '1', PATH: `${bin}:${process.env.PATH}` }
  try {
    const { stdout, stderr } = await promisify(execFile)(join(bin, name), args, { cwd: folder, env })
    return { code: 0, output: stdout + stderr }
  } catch (fault) {
    const { code, stdout, stderr } = fault as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

describe('import directions', () => {
  const description = (name: string, exported: string) =>
    JSON.stringify({ name, version: '1.0.0', type: 'module', exports: exported })
  const installed = (name: string) => ({
    [`node_modules/${name}/package.json`]: description(name, './index.js'),
    [`node_modules/${name}/index.js`]: 'export const it = 1\n',
  })
  const from = (path: string) => `import { it } from '${path}'\nexport const its = it\n`
  const it = 'export const it = 1\n'

  const allowed = {
    'kernel/src/index.ts': it,
    'kernel/src/money.test.ts': from('vitest'),
    'contract/src/index.ts': `${from('../../kernel/src/index.ts')}export { it } from 'zod'\n`,
    'server/src/platform/files.ts': from('../../../contract/src/index.ts'),
    'server/src/domain/ad/status.ts': from('../../platform/files.ts').replace('it }', 'its as it }'),
    'server/src/delivery/decide.ts': from('../domain/ad/status.ts').replace('it }', 'its as it }'),
    'server/src/billing/batch.ts': it,
    'server/src/console/features/ad/ad.ts': it,
    'server/src/console/features/ad/routes.ts': from('./ad.ts'),
    'server/src/console/features/app/app.ts': it,
    'server/src/main.ts': from('./billing/batch.ts') + from('./delivery/decide.ts').replaceAll('it', 'it2'),
    'web/src/features/ad/screen.tsx': from('@mantine/core'),
    'web/src/app/router.tsx': `${from('../features/ad/screen.tsx')}export { it } from 'react-router'\n`,
    'web/src/ui/plain.ts': it,
    'web/src/site/page.tsx': from('../ui/plain.ts'),
    ...installed('zod'),
    ...installed('vitest'),
    ...installed('@mantine/core'),
    ...installed('react-router'),
    ...installed('i18next'),
  }
  const planted = {
    'kernel/src/clock.ts': from('node:fs'),
    'contract/src/call.ts': from('../../server/src/platform/files.ts'),
    'server/src/platform/mail.ts':
      "import type { it } from '../billing/batch.ts'\nexport type Its = typeof it\n",
    'server/src/platform/letters.ts': from('../domain/ad/status.ts').replace('it }', 'its as it }'),
    'server/src/domain/ad/afford.ts': from('../../billing/batch.ts'),
    'server/src/platform/database/sql.ts': it,
    'server/src/billing/rows.ts': from('../platform/database/sql.ts'),
    'server/src/worker/close.ts': from('../billing/batch.ts'),
    'server/src/console/features/ad/store.ts': "export const its = () => import('../app/app.ts')\n",
    'web/src/features/app/list.tsx': from('../ad/screen.tsx'),
    'web/src/app/api.ts': from('../../../server/src/platform/files.ts'),
    'web/src/ui/words.ts': from('i18next'),
    'web/src/site/home.tsx': from('../ui/words.ts'),
    'web/src/site/link.tsx': from('../app/router.tsx'),
    'bench/lost.ts': from('./nowhere.ts'),
  }
  const folders = ['kernel', 'contract', 'server', 'web']

  test('imports that point down pass', async () => {
    const { code, output } = await tool(repository(allowed), 'depcruise', folders)
    expect(output).toContain('no dependency violations found')
    expect(code).toBe(0)
  })

  test('every planted wrong import is reported, including type imports and dynamic imports', async () => {
    const { code, output } = await tool(repository({ ...allowed, ...planted }), 'depcruise', [
      ...folders,
      'bench',
    ])
    const found = [...output.matchAll(/(?:error|warn) (\S+): (\S+) → (\S+)/g)].map((match) =>
      match.slice(1).join(' '),
    )
    expect(code).not.toBe(0)
    for (const violation of [
      'kernel-imports-nothing kernel/src/clock.ts fs',
      'contract-imports-kernel-only contract/src/call.ts server/src/platform/files.ts',
      'only-program-joins-roles server/src/platform/mail.ts server/src/billing/batch.ts',
      'only-program-joins-roles server/src/domain/ad/afford.ts server/src/billing/batch.ts',
      'platform-knows-no-rule server/src/platform/letters.ts server/src/domain/ad/status.ts',
      'sql-is-in-the-domain server/src/billing/rows.ts server/src/platform/database/sql.ts',
      'role-never-imports-role server/src/worker/close.ts server/src/billing/batch.ts',
      'feature-never-imports-feature server/src/console/features/ad/store.ts server/src/console/features/app/app.ts',
      'screen-never-imports-screen web/src/features/app/list.tsx web/src/features/ad/screen.tsx',
      'web-and-server-never-meet web/src/app/api.ts server/src/platform/files.ts',
      'site-stays-small web/src/site/home.tsx node_modules/i18next/index.js',
      'site-stays-small web/src/site/link.tsx web/src/app/router.tsx',
      'site-stays-small web/src/site/link.tsx node_modules/@mantine/core/index.js',
      'every-import-is-found bench/lost.ts ./nowhere.ts',
    ]) {
      expect(found).toContain(violation)
    }
  })
})

describe('sizes', () => {
  const body = (lines: number) => Array.from({ length: lines }, (_, index) => `  use(${index})\n`).join('')

  test('a file of 501 lines is reported, a file of 500 is not', () => {
    expect(findOversize('a.ts', 'use(1)\n'.repeat(501))).toEqual([
      'a.ts:1 the file has 501 lines, more than 500',
    ])
    expect(findOversize('a.tsx', 'use(1)\n'.repeat(500))).toEqual([])
    expect(findOversize('a.ts', `// Generated from b\n${'use(1)\n'.repeat(501)}`)).toEqual([])
  })

  test('a function of 71 lines is reported in every syntax, a function of 70 is not', () => {
    expect(findOversize('a.ts', `function start() {\n${body(69)}}\n`)).toEqual([
      'a.ts:1 start has 71 lines, more than 70',
    ])
    expect(findOversize('a.ts', `function start() {\n${body(68)}}\n`)).toEqual([])
    for (const [written, name] of [
      [`const start = () => {\n${body(69)}}\n`, 'start'],
      [`const it = { start() {\n${body(69)}} }\n`, 'start'],
      [`class It { start() {\n${body(69)}} }\n`, 'start'],
      [`listen(async () => {\n${body(69)}})\n`, 'a function passed to listen'],
    ]) {
      expect(findOversize('a.tsx', written ?? '')).toEqual([`a.tsx:1 ${name} has 71 lines, more than 70`])
    }
  })

  test('a describe may be long, the tests inside it may not', () => {
    expect(findOversize('a.test.ts', `describe('a', () => {\n${body(100)}})\n`)).toEqual([])
    expect(findOversize('a.spec.ts', `test.describe('a', () => {\n${body(100)}})\n`)).toEqual([])
    expect(findOversize('a.test.ts', `test('a', () => {\n${body(100)}})\n`)).toHaveLength(1)
    expect(findOversize('a.ts', `describe('a', () => {\n${body(100)}})\n`)).toHaveLength(1)
  })
})

describe('folders', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`)

  test('a folder of 16 source files is reported; 15, and any number of tests beside them, is fine', () => {
    expect(findCrowdedFolders(files('server/src/domain/ad', 16))).toEqual([
      'server/src/domain/ad has 16 source files, more than 15',
    ])
    const tests = files('server/src/domain/ad', 20).map((file) => file.replace('.ts', '.test.ts'))
    expect(findCrowdedFolders([...files('server/src/domain/ad', 15), ...tests])).toEqual([])
  })
})

describe('ways around the types', () => {
  test('a cast of a row’s column is reported', () => {
    const cast = `const id = row.ad_id ${'as'} AdId\n`
    expect(findEscapes('a.ts', cast)).toEqual(['a.ts:1 casts a column of a row'])
    expect(findEscapes('a.ts', 'const id = row.ad_id\n')).toEqual([])
  })

  test('comments that switch a type check off are reported', () => {
    const rule = `biome-${'ignore'} lint/suspicious/noExplicitAny`
    const directives = ['ignore', 'nocheck', 'expect-error'].map((name) => `@ts-${name}`)
    for (const comment of [...directives, rule]) {
      expect(findEscapes('a.ts', `\n// ${comment}: reason\n`)).toEqual([
        `a.ts:2 switches a type check off with ${comment}`,
      ])
    }
    expect(findEscapes('a.ts', `// biome-${'ignore'} lint/style/other: reason\n`)).toEqual([])
    expect(findEscapes('a.test.ts', `// @ts-${'expect-error'}: refused\n`)).toEqual([])
    expect(findEscapes('a.test.ts', `// @ts-${'ignore'}\n`)).toHaveLength(1)
  })

  test('biome refuses any as a type, not as a word, non-null assertions, and code that is not formatted', async () => {
    const folder = repository({
      '.gitignore': '',
      'any.ts': 'export const length = (text: string) => (text as any).length\n',
      'word.ts': "// any word\nexport const any = 'any'\n",
      'assertion.ts': 'export const length = (text: string | undefined) => text!.length\n',
      'format.ts': 'export const  b = 1;\n',
    })
    const { code, output } = await tool(folder, 'biome', ['check', '--vcs-enabled=false', '.'])
    expect(code).not.toBe(0)
    expect(output).toContain('any.ts:1:50 lint/suspicious/noExplicitAny')
    expect(output).not.toContain('word.ts')
    expect(output).toContain('noNonNullAssertion')
    expect(output).toContain('format.ts format')
  })
})

describe('nothing unused', () => {
  test('an unused file and an unused export are reported', async () => {
    const folder = repository({
      'package.json': JSON.stringify({
        name: 'planted',
        type: 'module',
        private: true,
        workspaces: ['server'],
      }),
      'server/package.json': JSON.stringify({ name: '@voltline/server', type: 'module', private: true }),
      'server/src/main.ts': "import { used } from './used.ts'\nused()\n",
      'server/src/used.ts': 'export function used() {}\nexport function forgotten() {}\n',
      'server/src/lonely.ts': 'export const lonely = 1\n',
    })
    const { code, output } = await tool(folder, 'knip', ['--no-progress'])
    expect(code).not.toBe(0)
    expect(output).toMatch(/Unused files.*server\/src\/lonely\.ts/s)
    expect(output).toMatch(/Unused exports.*forgotten/s)
  })
})

describe('both languages', () => {
  test('a text that is missing or empty in one language, or takes other values there, is reported', () => {
    const en = { ui: { ok: 'OK', close: 'Close', range: '{from}–{to}' }, extra: 'Extra' }
    const ko = { ui: { ok: '확인', close: ' ', range: '{from}부터' }, more: '더' }
    expect(findLanguageGaps({ en, ko })).toEqual([
      'ui.close has no Korean text',
      'ui.range takes {from} {to} in English and {from} in Korean',
      'extra has no Korean text',
      'more has no English text',
    ])
    expect(findLanguageGaps({ en: { ui: { ok: 'OK {n}' } }, ko: { ui: { ok: '{n} 확인' } } })).toEqual([])
  })
})

describe('packages', () => {
  const x64 = 'node_modules/sharp-linux-x64'
  const arm64 = 'node_modules/sharp-linux-arm64'
  const hashed = (locked: object) => ({ integrity: 'sha512-aGFzaA==', ...locked })
  const faults = (packages: Record<string, object>) =>
    findLockfileFaults(
      JSON.stringify({
        packages: Object.fromEntries(
          Object.entries(packages).map(([path, locked]) => [path, hashed(locked)]),
        ),
      }),
    )

  test('a package that exists for one architecture only, or in different versions, is reported', () => {
    expect(faults({ [x64]: { version: '1.0.0' }, [arm64]: { version: '1.0.0' } })).toEqual([])
    expect(faults({ [x64]: { version: '1.0.0' } })).toHaveLength(1)
    expect(faults({ [x64]: { version: '1.0.0' }, [arm64]: { version: '1.0.1' } })).toHaveLength(2)
  })

  test('a package without an integrity hash is reported; our own folders have none', () => {
    const packages = {
      web: { version: '0.1.0' },
      'node_modules/@voltline/web': { link: true, resolved: 'web' },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-aGFzaA==' },
      'web/node_modules/b': { version: '1.0.0' },
    }
    expect(findLockfileFaults(JSON.stringify({ packages }))).toEqual([
      'package-lock.json web/node_modules/b has no integrity hash',
    ])
  })

  test('a package from another registry and a package with an install script are reported', () => {
    const elsewhere = { version: '1.0.0', resolved: 'https://elsewhere.test/a.tgz' }
    expect(faults({ 'node_modules/a': elsewhere })).toEqual([
      'package-lock.json node_modules/a comes from https://elsewhere.test/a.tgz',
    ])
    expect(faults({ 'node_modules/a': { version: '1.0.0', hasInstallScript: true } })).toEqual([
      'package-lock.json node_modules/a runs a script when it is installed',
    ])
  })
})

describe('secrets', () => {
  // Assembled at run time, so that no committed file matches.
  const random = 'q7Zk2mXw9Lr4Tb8Vn1Ys6Pd3Hf5Jc0Ga'
  const canaries = {
    'a private key': `${'-----BEGIN'} PRIVATE KEY-----\\nMIIE`,
    'an AWS access key': `AKIA${'Z7QK2MXW9LR4TB8V'}`,
    'a GitHub token': `ghp_${random}abcd`,
    'a Slack token': `xoxb-${random}`,
    'a Stripe key': `sk_live_${random}`,
    'a Google API key': `AIza${random}abc`,
    'an npm token': `npm_${random}abcd`,
    'a signed token': `eyJ${random}.eyJ${random}.${random}`,
    'a password in an address': `postgres://app:${random}@db/voltline`,
    'a long random value under a secret name': `const apiSecret = '${random}'`,
  }

  test.each(Object.entries(canaries))('%s is found', (what, canary) => {
    expect(findSecrets('a.ts', `first line\n${canary}\n`)).toContain(`a.ts:2 holds ${what}`)
  })

  test('a secret is found in a file that is not committed yet', () => {
    const folder = repository({ 'deploy/settings.txt': `SECRET_KEY="${random}"\n` })
    expect(repositoryFiles(folder)).toContain('deploy/settings.txt')
    expect(findSecrets('deploy/settings.txt', `SECRET_KEY="${random}"\n`)).toHaveLength(1)
  })

  test('ordinary code is not reported as a secret', () => {
    const code = [
      "const password = 'voltline-2026'",
      `const url = \`postgresql://\${name}:\${cluster.password}@127.0.0.1/\${name}\``,
      "const secretKey = 'a-key-of-32-characters-for-tests-only'",
      "const tokenKind = 'a-long-name-made-of-words-only-without-figures'",
      "import { secretKey } from './a-very-long-path-to-some-module-2026-with-words.ts'",
    ]
    expect(findSecrets('a.ts', code.join('\n'))).toEqual([])
  })
})

test('a document that names a missing file is reported', () => {
  const folder = repository({ 'server/src/main.ts': '' })
  const text = 'See `server/src/main.ts`, `server/src` and `server/src/<noun>`, and `server/src/lost.ts`.'
  expect(findMissingPaths(folder, 'README.md', text)).toEqual([
    'README.md names server/src/lost.ts, which does not exist',
  ])
  expect(findMissingPaths(folder, 'a.ts', text)).toEqual([])
})
