import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A playground ad's product, as its pictures show it. */
export interface Brand {
  title: string
  words: string
  act: string
  /** The background's gradient, from top left to bottom right. */
  colours: readonly [string, string]
  /** The button's colour. */
  accent: string
  /** Shapes in a box of 100 by 100. */
  motif: string
}

export interface Size {
  width: number
  height: number
}

/** Outlines of Pretendard at size 100, because a server may have no fonts. */
const words: Readonly<Record<string, { width: number; path: string }>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'assets', 'words.json'), 'utf8'),
)

const hanok = `
  <circle cx="76" cy="20" r="13" fill="#ffe9b8"/>
  <path d="M4 46Q26 44 50 24Q74 44 96 46Q88 54 80 54H20Q12 54 4 46Z" fill="#e8772e"/>
  <path d="M14 47Q32 44 50 30Q68 44 86 47Z" fill="#c75a1b"/>
  <rect x="20" y="54" width="60" height="32" fill="#f7e6cf"/>
  <rect x="24" y="54" width="5" height="32" fill="#8a3b1c"/><rect x="71" y="54" width="5" height="32" fill="#8a3b1c"/>
  <path d="M38 86V64Q50 56 62 64V86Z" fill="#b8262f"/><path d="M50 60V86" stroke="#7d151c" stroke-width="1.6"/>
  <circle cx="47" cy="75" r="1.6" fill="#ffd77a"/><circle cx="53" cy="75" r="1.6" fill="#ffd77a"/>
  <rect x="10" y="86" width="80" height="5" rx="2" fill="#4d5b86"/>`

const tile = (x: number, y: number, colour: string) =>
  `<path d="M${x} ${y}h18v10a9 9 0 0 1-18 0Z" fill="${colour}"/><path d="M${x + 3} ${y + 2}v8" stroke="#fff" stroke-opacity=".35" stroke-width="2" stroke-linecap="round"/>`
const tiles = ['#3f7c8c', '#5aa6b0', '#2f6475', '#e8772e', '#4a8f9e']
const roofTiles = [0, 1, 2, 3]
  .flatMap((row) =>
    [0, 1, 2, 3].map((column) =>
      tile(
        8 + column * 21 + (row % 2) * 5,
        14 + row * 19,
        tiles[(row * 3 + column * 2) % tiles.length] ?? '',
      ),
    ),
  )
  .join('')

const lantern = (x: number, y: number, size: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><circle r="20" fill="${colour}" opacity=".22"/><rect x="-3" y="-14" width="6" height="4" fill="#5b2a13"/>
   <ellipse rx="11" ry="12" fill="${colour}"/><ellipse rx="4.5" ry="12" fill="#fff" opacity=".35"/><rect x="-3" y="10" width="6" height="3" fill="#5b2a13"/>
   <path d="M0 13v8" stroke="#ffd77a" stroke-width="1.6"/></g>`
const lanterns =
  lantern(30, 34, 1.25, '#ff8b3d') +
  lantern(68, 26, 0.9, '#ffc24d') +
  lantern(62, 66, 1.35, '#ff6a4d') +
  lantern(24, 76, 0.8, '#ffb03a')

const apple = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="4.2" fill="#e5383b"/>`
const orchard = `
  <ellipse cx="50" cy="92" rx="46" ry="8" fill="#2c7a3f"/>
  <path d="M46 92Q48 70 44 56L56 56Q53 72 56 92Z" fill="#8a5a2b"/>
  <circle cx="50" cy="36" r="28" fill="#3fa457"/><circle cx="30" cy="46" r="18" fill="#4cb866"/><circle cx="70" cy="46" r="18" fill="#379050"/>
  <circle cx="42" cy="24" r="14" fill="#62cb7b" opacity=".8"/>
  ${apple(32, 44)}${apple(52, 30)}${apple(70, 44)}${apple(46, 54)}${apple(62, 58)}`

const harbor = `
  <circle cx="74" cy="24" r="12" fill="#ffd77a"/>
  <path d="M48 10V66" stroke="#27364f" stroke-width="3"/>
  <path d="M51 12Q82 34 78 62L51 62Z" fill="#fff"/><path d="M45 20Q22 40 22 62L45 62Z" fill="#ff7a59"/>
  <path d="M14 68H86Q80 84 68 84H32Q20 84 14 68Z" fill="#27364f"/>
  <path d="M2 86q8-6 16 0t16 0 16 0 16 0 16 0 16 0v10H2Z" fill="#1c6fa8"/>
  <path d="M2 92q8-6 16 0t16 0 16 0 16 0 16 0 16 0v8H2Z" fill="#2b8ccd"/>`

const coffee = `
  <path d="M34 30q-6-8 0-14M50 28q-6-8 0-16M66 30q-6-8 0-14" stroke="#fff" stroke-opacity=".6" stroke-width="4" fill="none" stroke-linecap="round"/>
  <path d="M18 40H78V62Q78 84 48 84Q18 84 18 62Z" fill="#fff4e6"/><path d="M78 46q14 0 14 11t-16 12" fill="none" stroke="#fff4e6" stroke-width="6"/>
  <ellipse cx="48" cy="42" rx="28" ry="5" fill="#5a3216"/><rect x="10" y="88" width="76" height="5" rx="2.5" fill="#fff4e6" opacity=".7"/>`

const ramen = `
  <path d="M26 10L60 52M38 8L66 50" stroke="#f2c078" stroke-width="4" stroke-linecap="round"/>
  <ellipse cx="50" cy="52" rx="40" ry="10" fill="#ffd27a"/>
  <path d="M20 52q6-7 12 0t12 0 12 0 12 0 12 0" stroke="#fff0c2" stroke-width="4" fill="none"/>
  <circle cx="66" cy="50" r="8" fill="#fff"/><circle cx="66" cy="50" r="4" fill="#ffb03a"/>
  <path d="M10 54H90Q88 84 66 90H34Q12 84 10 54Z" fill="#c22d2d"/><path d="M16 64h68" stroke="#fff" stroke-opacity=".7" stroke-width="3" stroke-dasharray="6 5"/>`

const pitcher = `
  <circle cx="50" cy="50" r="36" fill="#fff"/>
  <path d="M26 24Q44 50 26 76M74 24Q56 50 74 76" stroke="#d8342f" stroke-width="3" fill="none"/>`

const kyoto = `
  <circle cx="50" cy="38" r="24" fill="#ffd9c2"/>
  <path d="M8 26Q50 36 92 26L90 37Q50 45 10 37Z" fill="#c9302c"/><rect x="18" y="46" width="64" height="6" fill="#c9302c"/>
  <rect x="25" y="36" width="8" height="54" fill="#c9302c"/><rect x="67" y="36" width="8" height="54" fill="#c9302c"/>
  <rect x="46" y="40" width="8" height="8" fill="#8f1d1b"/><rect x="6" y="90" width="88" height="4" rx="2" fill="#49334a"/>`

const moon = `
  <circle cx="50" cy="50" r="34" fill="#e9d8ff"/><circle cx="64" cy="42" r="30" fill="#2b1746"/>`

const brand = (
  [title, text, act]: readonly [string, string, string],
  look: Omit<Brand, 'title' | 'words' | 'act'>,
): Brand => ({ title, words: text, act, ...look })

export const brands = {
  hanok: brand(['Hanok Tycoon', 'Open the red gate', 'Play'], {
    ...{ colours: ['#16235a', '#3b4fa8'], accent: '#ff8a2b', motif: hanok },
  }),
  roof: brand(['Roof tiles', 'Stack a palace, row by row', 'Play'], {
    ...{ colours: ['#0f3a46', '#2b8c96'], accent: '#ffb03a', motif: roofTiles },
  }),
  lantern: brand(['Lantern night', 'A thousand lights on the river', 'Play'], {
    ...{ colours: ['#1b1440', '#5c2a6b'], accent: '#ff8b3d', motif: lanterns },
  }),
  orchard: brand(['Tiny Orchard', 'Grow it in one tap', 'Install'], {
    ...{ colours: ['#bfe9ff', '#f4ffd8'], accent: '#1f7a3d', motif: orchard },
  }),
  harbor: brand(['Harbor tour', 'Busan from the water', 'Book'], {
    ...{ colours: ['#8fd6ff', '#e9f7ff'], accent: '#0f5f9e', motif: harbor },
  }),
  coffee: brand(['Coffee bean club', 'Fresh every Monday', 'Open'], {
    ...{ colours: ['#3b2113', '#8a5a34'], accent: '#ffcf8a', motif: coffee },
  }),
  ramen: brand(['Quick ramen', 'Hot in three minutes', 'Open'], {
    ...{ colours: ['#ffe2b8', '#ffc27a'], accent: '#b3261e', motif: ramen },
  }),
  pitcher: brand(['Star pitcher', 'Bottom of the ninth', 'Play'], {
    ...{ colours: ['#0f4d2c', '#2f8f54'], accent: '#ffe14d', motif: pitcher },
  }),
  kyoto: brand(['Kyoto by rail', 'Old streets, fast trains', 'Book'], {
    ...{ colours: ['#ffe9dc', '#f6b8a2'], accent: '#8f1d1b', motif: kyoto },
  }),
  dark: brand(['After dark', 'Adults only', 'Open'], {
    ...{ colours: ['#1a0f2e', '#4a2a78'], accent: '#e9d8ff', motif: moon },
  }),
} as const satisfies Record<string, Brand>

const isLight = (colour: string): boolean => {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5) > 150
}
const inkOn = (colour: string): string => (isLight(colour) ? '#121829' : '#ffffff')

interface Line {
  text: string
  size: number
  x: number
  y: number
  colour: string
  centred?: boolean
  widthMax: number
}

/** Reduces the size if the text would not fit. */
function write(line: Line): string {
  const outline = words[line.text]
  if (!outline) throw new Error(`"${line.text}" has no outline.`)
  const size = Math.min(line.size, (100 * line.widthMax) / outline.width)
  const x = line.centred ? line.x - (outline.width * size) / 200 : line.x
  return `<path d="${outline.path}" transform="translate(${x} ${line.y}) scale(${size / 100})" fill="${line.colour}"/>`
}

const place = (motif: string, x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">${motif}</g>`

function strip({ width, height }: Size, brand: Brand): string {
  const ink = inkOn(brand.colours[0])
  const button = { width: 108, height: 46, x: width - 128, y: (height - 46) / 2 }
  const widthMax = button.x - height - 44
  return `${place(brand.motif, 20, 8, height - 16)}
    ${write({ text: brand.title, size: 34, x: height + 26, y: 50, colour: ink, widthMax })}
    ${write({ text: brand.words, size: 20, x: height + 26, y: 79, colour: ink, widthMax })}
    <rect x="${button.x}" y="${button.y}" width="${button.width}" height="${button.height}" rx="23" fill="${brand.accent}"/>
    ${write({ text: brand.act, size: 22, x: button.x + 54, y: button.y + 31, colour: inkOn(brand.accent), centred: true, widthMax: 90 })}`
}

function poster({ width, height }: Size, brand: Brand): string {
  const ink = inkOn(brand.colours[1])
  const unit = Math.min(width / 720, height / 1_280)
  const motif = 470 * unit
  const middle = width / 2
  const top = height / 2 - 430 * unit
  const button = { width: 340 * unit, height: 104 * unit, y: top + 830 * unit }
  return `<circle cx="${middle}" cy="${top + motif / 2}" r="${330 * unit}" fill="#fff" opacity=".14"/>
    <circle cx="${middle}" cy="${top + motif / 2}" r="${450 * unit}" fill="#fff" opacity=".08"/>
    ${place(brand.motif, middle - motif / 2, top, motif)}
    ${write({ text: brand.title, size: 96 * unit, x: middle, y: top + 640 * unit, colour: ink, centred: true, widthMax: width * 0.86 })}
    ${write({ text: brand.words, size: 42 * unit, x: middle, y: top + 716 * unit, colour: ink, centred: true, widthMax: width * 0.86 })}
    <rect x="${middle - button.width / 2}" y="${button.y}" width="${button.width}" height="${button.height}" rx="${button.height / 2}" fill="${brand.accent}"/>
    ${write({ text: brand.act, size: 46 * unit, x: middle, y: button.y + 68 * unit, colour: inkOn(brand.accent), centred: true, widthMax: button.width })}`
}

/** The brand's picture in any size: a strip beside its words, or a poster above them. */
export function drawBrand(brand: Brand, size: Size): Buffer {
  const { width, height } = size
  const inside = width > 3 * height ? strip(size, brand) : poster(size, brand)
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${brand.colours[0]}"/><stop offset="1" stop-color="${brand.colours[1]}"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#ground)"/>${inside}</svg>`)
}
