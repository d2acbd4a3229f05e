import ts from 'typescript'
import { type Finding, isCode } from './files.ts'

// Written in parts, so that this file does not find itself.
const switchedOff = new RegExp(`@ts-(${['ignore', 'nocheck', 'expect-error'].join('|')})`)

/** Nothing escapes the compiler: no `any`, and no comment that switches it off. */
export function findEscapes(file: string, text: string): Finding[] {
  if (!isCode(file)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Finding[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${file}:${line + 1} uses the type any`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  text.split('\n').forEach((line, index) => {
    const comment = switchedOff.exec(line)
    if (comment) found.push(`${file}:${index + 1} switches the compiler off with ${comment[0]}`)
  })
  return found
}
