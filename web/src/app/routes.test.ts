import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { consolePaths, playgroundPath } from '@voltline/contract'
import { expect, test } from 'vitest'
import { en } from '../i18n/en/index.ts'
import { openScreens, screens, signinScreens } from './routes.tsx'

const all = [...Object.values(screens).flat(), ...openScreens, ...signinScreens]

test('every path that the server sends the consoles for has a screen', () => {
  const paths = all.flatMap(({ path, over = [] }) => [path, ...over.map((screen) => screen.path)])
  expect(paths.sort()).toEqual([...consolePaths, playgroundPath].sort())
})

/** Loaded with every console page. */
const sharedTexts = ['errors', 'shell', 'ui']
const aTextKey = new RegExp(`['"\`](${Object.keys(en).join('|')})\\.[a-zA-Z]`, 'g')

/** The namespaces of the text keys in a feature's files. */
function textsUsedIn(folder: string): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.includes('.test.'))
  const keys = files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(aTextKey)])
  return [...new Set(keys.map(([, namespace]) => String(namespace)))]
}

const features = globSync(join(import.meta.dirname, '../features/*'))

test.each(features.map((folder) => [basename(folder), folder]))(
  'the screens of %s load every text they show',
  (_name, folder) => {
    const source = readFileSync(join(folder, 'screens.ts'), 'utf8')
    const own = all.filter(({ path }) => source.includes(`path: '${path}'`))
    expect(own).not.toEqual([])
    const used = textsUsedIn(folder).filter((namespace) => !sharedTexts.includes(namespace))
    for (const { path, texts } of own) expect(texts, path).toEqual(expect.arrayContaining(used))
  },
)
