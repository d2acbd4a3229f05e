import PDFDocument from 'pdfkit'

export const colours = {
  ink: '#121829',
  text: '#121829',
  text2: '#465064',
  text3: '#626c80',
  border: '#e2e6ec',
  sunk: '#f0f2f6',
  white: '#ffffff',
  line: '#2746e0',
  lineOnInk: '#4a66f6',
  grey: '#8a93a3',
  volt: '#c9f227',
  ok: '#0b7548',
  warn: '#8a5000',
} as const

export type FontName = 'regular' | 'semibold' | 'bold'

interface Box {
  x: number
  y: number
  width: number
  height: number
  radius?: number
}

interface Type {
  font?: FontName
  size?: number
  colour?: string
}

/** A4 landscape, in points. */
export const paper = { width: 841.89, height: 595.28, margin: 64 } as const

/** A PDF whose pages are drawn at given positions; text does not flow. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly #bytes: Promise<Buffer>

  constructor(about: { title: string; language: string; fonts: Record<FontName, Uint8Array> }) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      size: [paper.width, paper.height],
      margin: 0,
      lang: about.language,
      displayTitle: true,
      // A fixed date, so the same text gives the same bytes.
      info: { Title: about.title, Author: 'Voltline', CreationDate: new Date('2026-11-01T00:00:00Z') },
    })
    for (const [name, font] of Object.entries(about.fonts)) this.doc.registerFont(name, Buffer.from(font))
    this.#bytes = new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      this.doc.on('data', (part: Buffer) => parts.push(part))
      this.doc.on('end', () => resolve(Buffer.concat(parts)))
      this.doc.on('error', reject)
    })
  }

  newPage(): void {
    this.doc.addPage({ size: [paper.width, paper.height], margin: 0 })
  }

  box({ x, y, width, height, radius = 0 }: Box, fill: string): void {
    this.doc.roundedRect(x, y, width, height, radius).fill(fill)
  }

  frame({ x, y, width, height, radius = 0 }: Box, stroke: string): void {
    this.doc.lineWidth(2.5).roundedRect(x, y, width, height, radius).stroke(stroke)
  }

  rule(from: { x: number; y: number }, width: number): void {
    this.doc
      .lineWidth(0.75)
      .moveTo(from.x, from.y)
      .lineTo(from.x + width, from.y)
      .stroke(colours.border)
  }

  shape(path: string, at: { x: number; y: number; scale?: number }, fill: string): void {
    this.doc
      .save()
      .translate(at.x, at.y)
      .scale(at.scale ?? 1)
    this.doc.path(path).fill(fill).restore()
  }

  /** One line of text; `y` is its upper edge. */
  line(text: string, at: { x: number; y: number }, type: Type = {}): void {
    this.#set(type)
    this.doc.fillColor(type.colour ?? colours.text).text(text, at.x, at.y, { lineBreak: false })
  }

  /** Breaks at spaces only, which reads best in Korean, and returns the lines. */
  wrap(text: string, width: number, type: Type = {}): string[] {
    this.#set(type)
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
      if (lines.length > 0 && this.doc.widthOfString(longer) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    return lines
  }

  bytes(): Promise<Buffer> {
    this.doc.end()
    return this.#bytes
  }

  #set({ font = 'regular', size = 11 }: Type): void {
    this.doc.font(font).fontSize(size)
  }
}
