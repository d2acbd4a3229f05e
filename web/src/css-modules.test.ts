import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file))
const modules = files.filter((file) => file.endsWith('.module.css'))
const sources = files
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

const classesOf = (css: string): Set<string> => {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map((match) => match[1] ?? ''))
}

/** The classes that a source file reads from a module. `classes[name]` may be any of them, so it counts as all. */
function usedIn(text: string, file: string, module: string, all: Set<string>): string[] {
  const imports = text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)
  return [...imports].flatMap(([, name = '', path = '']) => {
    if (resolve(dirname(file), path) !== module) return []
    const code = text.replace(/^import .*$/gm, '')
    if (new RegExp(`\\b${name}\\[|[={(,] ?${name}[),}]`).test(code)) return [...all]
    return [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map((match) => match[1] ?? '')
  })
}

test.each(modules.map((module) => relative(root, module)))(
  'every class of %s is used, and every class that is used exists',
  (name) => {
    const module = join(root, name)
    const defined = classesOf(readFileSync(module, 'utf8'))
    const used = new Set(sources.flatMap(({ file, text }) => usedIn(text, file, module, defined)))
    expect([...used].sort()).toEqual([...defined].sort())
  },
)

test('no console component uses a class name that no module defines', () => {
  const consoles = sources.filter(({ file }) => /^(app|features|ui)\//.test(relative(root, file)))
  const plain = consoles.filter(({ text }) => /className="[^"]/.test(text))
  expect(plain.map(({ file }) => relative(root, file))).toEqual([])
})
