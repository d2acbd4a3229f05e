import { readFile } from 'node:fs/promises'
import { type Font, openSync } from 'fontkit'
import sharp from 'sharp'
import type { Language } from '../language.ts'
import { markShapes, wordOffset, wordShapes } from '../logo/shapes.ts'
import { cached } from './cache.ts'
import { fontFiles } from './paths.ts'

const width = 1200
const height = 630
const margin = 80
const darkLogo = { logoA: '#ffffff', logoB: '#8fa3ff', logoC: '#c9f227' } as const

let bold: Font | undefined
function boldFont(): Font {
  if (!bold) {
    const font = openSync(fontFiles.extrabold)
    if ('fonts' in font) throw new Error(`${fontFiles.extrabold} is a font collection`)
    bold = font
  }
  return bold
}

interface Line {
  path: string
  width: number
}

/** Text as outlines, so the card does not depend on the machine's fonts. */
function outline(text: string, size: number): Line {
  const font = boldFont()
  const scale = size / font.unitsPerEm
  const tracking = -0.03 * font.unitsPerEm
  let x = 0
  let path = ''
  const run = font.layout(text)
  run.glyphs.forEach((glyph, index) => {
    path += glyph.path.translate(x, 0).scale(scale, -scale).toSVG()
    x += (run.positions[index]?.xAdvance ?? glyph.advanceWidth) + tracking
  })
  return { path, width: x * scale }
}

/** Breaks at spaces so that no line is wider than the card. */
function wrap(text: string, size: number): Line[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && outline(longer, size).width <= width - 2 * margin) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => outline(line, size))
}

function cardSvg(headline: string): string {
  const size = 84
  const lines = wrap(headline, size)
  const logo = `<g transform="translate(${margin} 72) scale(.9)">${markShapes
    .map(({ token, path }) => `<path fill="${darkLogo[token]}" d="${path}"/>`)
    .join('')}<g fill="#fff" transform="translate(${wordOffset} 0)">${wordShapes
    .map((path) => `<path d="${path}"/>`)
    .join('')}</g></g>`
  const text = lines
    .map(
      (line, index) =>
        `<path fill="#fff" transform="translate(${margin} ${272 + index * 96})" d="${line.path}"/>`,
    )
    .join('')
  const bands = [
    ['#4a66f6', 'M0 470H560C760 470 760 430 960 430H1200V500H960C760 500 760 540 560 540H0Z'],
    ['#909ab0', 'M0 542H560C760 542 760 534 960 534H1200V554H960C760 554 760 562 560 562H0Z'],
    ['#c9f227', 'M0 564H560C760 564 760 588 960 588H1200V598H960C760 598 760 574 560 574H0Z'],
  ]
    .map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#121829"/>${bands}${logo}${text}</svg>`
}

/** The picture that other sites show beside a link to the page. */
export async function socialCard(card: {
  page: string
  language: Language
  headline: string
}): Promise<Uint8Array> {
  const code = await readFile(import.meta.filename, 'utf8')
  return cached(`card-${card.page}-${card.language}.png`, [code, card.headline], () =>
    sharp(Buffer.from(cardSvg(card.headline)))
      .png({ palette: true, compressionLevel: 9, effort: 7 })
      .toBuffer(),
  )
}
