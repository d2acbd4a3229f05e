import { type Plugin, parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Edit {
  start: number
  end: number
  text: string
}

/** The initial values of a module's own constants that call a function, themselves or in a part of them. */
function computedIn(code: string): Node[] {
  const { body } = parseAst(code) as unknown as { body: Node[] }
  return body
    .map(
      (statement) =>
        (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node,
    )
    .filter((statement) => statement?.type === 'VariableDeclaration')
    .flatMap((statement) => (statement.declarations as Node[]).map(({ init }) => init as Node | null))
    .filter((init): init is Node => init !== null && !/Function/.test(init.type))
    .filter(({ start, end }) => code.slice(start, end).includes('('))
}

/** What only the server and the API page read of a call. */
const serverOnly = ['input', 'output', 'about', 'refuses']
const callMakers = ['call', 'sdkCall']

/** The object that describes a call: the value itself, or the last argument of the function that makes it. */
function shapeOf(value: Node): Node | undefined {
  const maker = (value.callee as Node | undefined)?.name
  const shape = callMakers.includes(String(maker)) ? (value.arguments as Node[]).at(-1) : value
  return shape?.type === 'ObjectExpression' ? shape : undefined
}

/** The text of a value without the properties of a call that only the server reads. */
function lightText(code: string, value: Node): string {
  const shape = shapeOf(value)
  if (!shape) return code.slice(value.start, value.end)
  const kept = (shape.properties as Node[])
    .filter(({ key }) => !serverOnly.includes(String((key as Node | undefined)?.name)))
    .map(({ start, end }) => code.slice(start, end))
  return `${code.slice(value.start, shape.start)}{ ${kept.join(', ')} }${code.slice(shape.end, value.end)}`
}

/** A module of the contract without the schemas of its calls; a constant that nothing uses can be left out. */
export function lightModule(code: string): string {
  const edits = computedIn(code).map(
    (value): Edit => ({
      start: value.start,
      end: value.end,
      text: `/*#__PURE__*/ (() => (${lightText(code, value)}))()`,
    }),
  )
  return edits
    .toReversed()
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

/**
 * Keeps the schemas of the contract's calls out of the browser's bundle: the server validates with them, and the types
 * are checked before the build. Forms load their schemas, and the schema library, from `@voltline/contract/forms`.
 */
export const lightContract = (): Plugin => ({
  name: 'light-contract',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/src\/.+\.ts$/ },
    handler: (code) => ({ code: lightModule(code), map: null }),
  },
})
