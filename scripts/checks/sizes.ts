import ts from 'typescript'
import { type Finding, isCode, isTest } from './files.ts'

const fileLinesMax = 500
const functionLinesMax = 70

const isGenerated = (text: string): boolean => text.startsWith('// Generated ')

/** Reports files and functions that are too long. A generated file is as long as its source makes it. */
export function findOversize(file: string, text: string): Finding[] {
  if (!isCode(file) || isGenerated(text)) return []
  const lines = text.trimEnd().split('\n').length
  const tooLong =
    lines > fileLinesMax ? [`${file}:1 the file has ${lines} lines, more than ${fileLinesMax}`] : []
  return [...tooLong, ...longFunctions(file, text)]
}

function longFunctions(file: string, text: string): Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Finding[] = []
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && !(isTest(file) && groupsTests(node))) {
      const start = lineOf(node.getStart(source))
      const lines = lineOf(node.getEnd()) - start + 1
      if (lines > functionLinesMax) {
        found.push(`${file}:${start} ${nameOf(node)} has ${lines} lines, more than ${functionLinesMax}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The callback of a `describe` only groups tests, and those are measured separately. */
function groupsTests(node: ts.Node): boolean {
  if (!ts.isCallExpression(node.parent)) return false
  return /^(test\.)?describe\b/.test(node.parent.expression.getText())
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  if (ts.isCallExpression(parent)) return `a function passed to ${parent.expression.getText().slice(0, 40)}`
  return 'a function'
}
