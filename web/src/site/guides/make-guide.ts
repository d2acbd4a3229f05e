import { markShapes, wordOffset, wordShapes } from '../logo/shapes.ts'
import { drawings } from './figures.ts'
import type { Block, Guide } from './guide.ts'
import { colours, type FontName, paper, Sheet } from './sheet.ts'

const width = paper.width - 2 * paper.margin
const bottom = paper.height - 62
const logoColours = {
  light: { logoA: '#2746e0', logoB: '#121829', logoC: '#9cc400', word: '#121829' },
  dark: { logoA: '#ffffff', logoB: '#8fa3ff', logoC: '#c9f227', word: '#ffffff' },
} as const

function drawLogo(sheet: Sheet, at: { x: number; y: number; scale: number }, ground: 'light' | 'dark'): void {
  const ink = logoColours[ground]
  for (const { token, path } of markShapes) sheet.shape(path, at, ink[token])
  const word = { ...at, x: at.x + wordOffset * at.scale }
  for (const path of wordShapes) sheet.shape(path, word, ink.word)
}

function drawCover(sheet: Sheet, guide: Guide): void {
  sheet.newPage()
  sheet.box({ x: 0, y: 0, width: paper.width, height: paper.height }, colours.ink)
  drawLogo(sheet, { x: paper.margin, y: 48, scale: 0.6 }, 'dark')
  const title = { font: 'bold', size: 52, colour: colours.white } as const
  let y = 150
  for (const line of sheet.wrap(guide.title, width, title)) {
    sheet.line(line, { x: paper.margin, y }, title)
    y += 60
  }
  const subtitle = { size: 17, colour: '#b4bccd' } as const
  y += 8
  for (const line of sheet.wrap(guide.subtitle, width * 0.85, subtitle)) {
    sheet.line(line, { x: paper.margin, y }, subtitle)
    y += 26
  }
  const bands = [
    ['M0 360H340C490 360 470 310 620 310H842V394H620C470 394 490 444 340 444H0Z', colours.lineOnInk],
    ['M0 446H340C490 446 470 434 620 434H842V458H620C470 458 490 470 340 470H0Z', colours.grey],
    ['M0 472H340C490 472 470 500 620 500H842V512H620C470 512 490 484 340 484H0Z', colours.volt],
  ] as const
  for (const [path, fill] of bands) sheet.shape(path, { x: 0, y: 0 }, fill)
  sheet.line(guide.reader, { x: paper.margin, y: 540 }, { font: 'semibold', size: 12, colour: colours.white })
}

/** Fills pages from top to bottom and starts a new page when a block does not fit. */
class Flow {
  readonly #sheet: Sheet
  readonly #guide: Guide
  #page = 0
  y = 0

  constructor(sheet: Sheet, guide: Guide) {
    this.#sheet = sheet
    this.#guide = guide
  }

  turnPage(): void {
    this.#sheet.newPage()
    this.#page += 1
    drawLogo(this.#sheet, { x: paper.margin, y: 30, scale: 0.3 }, 'light')
    const foot = { size: 9, colour: colours.text3 } as const
    this.#sheet.rule({ x: paper.margin, y: paper.height - 46 }, width)
    this.#sheet.line(this.#guide.title, { x: paper.margin, y: paper.height - 36 }, foot)
    this.#sheet.line(`${this.#page}`, { x: paper.width - paper.margin - 12, y: paper.height - 36 }, foot)
    this.y = 76
  }

  need(height: number): void {
    if (this.y + height > bottom) this.turnPage()
  }

  paragraph(text: string, type: { font?: FontName; size: number; colour?: string; indent?: number }): void {
    const indent = type.indent ?? 0
    const step = type.size * 1.62
    for (const line of this.#sheet.wrap(text, width - indent, type)) {
      this.need(step)
      this.#sheet.line(line, { x: paper.margin + indent, y: this.y }, type)
      this.y += step
    }
  }

  block(block: Block): void {
    if (block.kind === 'text') this.paragraph(block.text, { size: 14, colour: colours.text2 })
    if (block.kind === 'list') for (const point of block.points) this.#point(point)
    if (block.kind === 'table') this.#table(block.head, block.rows)
    if (block.kind === 'figure') {
      this.need(170)
      this.y += drawings[block.figure](this.#sheet, { x: paper.margin, y: this.y, width }, block.labels) + 10
      this.paragraph(block.caption, { size: 11, colour: colours.text3 })
    }
    this.y += 16
  }

  #point(point: string): void {
    this.need(40)
    this.#sheet.box({ x: paper.margin, y: this.y + 5, width: 8, height: 8, radius: 2 }, colours.line)
    this.paragraph(point, { size: 14, colour: colours.text2, indent: 22 })
    this.y += 5
  }

  #table(head: readonly string[], rows: readonly (readonly string[])[]): void {
    const columns = columnWidths(head.length)
    this.need(60)
    this.#sheet.box({ x: paper.margin, y: this.y, width, height: 26, radius: 4 }, colours.sunk)
    this.#cells(head, columns, { font: 'semibold', size: 11, colour: colours.text2 }, 6)
    this.y += 26
    for (const row of rows) {
      const type = { size: 12, colour: colours.text } as const
      const lines = Math.max(
        ...row.map((cell, index) => this.#sheet.wrap(cell, (columns[index] ?? 0) - 20, type).length),
      )
      this.need(lines * 16 + 10)
      this.#cells(row, columns, type, 6)
      this.y += lines * 16 + 10
      this.#sheet.rule({ x: paper.margin, y: this.y }, width)
    }
  }

  #cells(
    cells: readonly string[],
    columns: readonly number[],
    type: { font?: FontName; size: number; colour: string },
    inset: number,
  ): void {
    let x = paper.margin + 10
    cells.forEach((cell, index) => {
      const style = index === 0 ? { ...type, font: 'semibold' as const } : type
      const column = columns[index] ?? 0
      this.#sheet.wrap(cell, column - 20, style).forEach((line, row) => {
        this.#sheet.line(line, { x, y: this.y + inset + row * 16 }, style)
      })
      x += column
    })
  }
}

const columnWidths = (count: number): number[] =>
  count === 2 ? [width * 0.34, width * 0.66] : [width * 0.22, width * 0.38, width * 0.4]

/** A guide as an illustrated PDF. */
export async function makeGuide(
  guide: Guide,
  about: { language: string; fonts: Record<FontName, Uint8Array> },
): Promise<Uint8Array> {
  const sheet = new Sheet({ title: `Voltline, ${guide.title}`, ...about })
  drawCover(sheet, guide)
  const flow = new Flow(sheet, guide)
  for (const section of guide.sections) {
    flow.turnPage()
    flow.paragraph(section.heading, { font: 'bold', size: 28 })
    flow.y += 14
    for (const block of section.blocks) flow.block(block)
  }
  flow.need(30)
  flow.paragraph(guide.closing, { font: 'semibold', size: 12, colour: colours.line })
  return sheet.bytes()
}
