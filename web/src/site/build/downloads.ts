import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { advertiserGuide } from '../guides/advertiser.ts'
import { businessGuide } from '../guides/business.ts'
import type { Guides } from '../guides/guide.ts'
import { makeGuide } from '../guides/make-guide.ts'
import { mediaGuide } from '../guides/media.ts'
import { siteLanguages } from '../language.ts'
import { logoSize, markShapes, wordOffset, wordShapes } from '../logo/shapes.ts'
import { cached } from './cache.ts'
import { distDir, fontFiles, siteDir } from './paths.ts'
import { buildSdkZips } from './sdk-zips.ts'

const guides: Readonly<Record<string, Guides>> = {
  business: businessGuide,
  media: mediaGuide,
  advertiser: advertiserGuide,
}

const downloadsDir = join(distDir, 'downloads')

/** Writes the files that the pages offer: guides, logos and SDKs. */
export async function buildDownloads(): Promise<void> {
  await mkdir(downloadsDir, { recursive: true })
  await Promise.all([buildGuides(), buildLogoFiles(), buildSdkZips()])
}

async function buildGuides(): Promise<void> {
  const fonts = {
    regular: await readFile(fontFiles.regular),
    semibold: await readFile(fontFiles.semibold),
    bold: await readFile(fontFiles.bold),
  }
  const code = await sourceOf(join(siteDir, 'guides'))
  for (const [name, texts] of Object.entries(guides)) {
    for (const language of siteLanguages) {
      const file = `voltline-${name}-guide-${language}.pdf`
      const make = () => makeGuide(texts[language], { language, fonts })
      await writeFile(join(downloadsDir, file), await cached(file, [code, file], make))
    }
  }
}

async function sourceOf(folder: string): Promise<string> {
  const files = (await readdir(folder)).sort()
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
}

const grounds = {
  light: { logoA: '#2746e0', logoB: '#121829', logoC: '#9cc400', word: '#121829' },
  dark: { logoA: '#ffffff', logoB: '#8fa3ff', logoC: '#c9f227', word: '#ffffff' },
} as const

async function buildLogoFiles(): Promise<void> {
  const code = await readFile(import.meta.filename, 'utf8')
  for (const ground of ['light', 'dark'] as const) {
    const svg = await readFile(join(siteDir, `logo/logo-${ground}.svg`))
    const write = (extension: string, bytes: Uint8Array) =>
      writeFile(join(downloadsDir, `voltline-logo-${ground}.${extension}`), bytes)
    await write('svg', svg)
    await write('png', await cached(`logo-${ground}.png`, [svg, 'width 1208'], () => logoPng(svg)))
    await write('ai', await cached(`logo-${ground}.ai`, [code, ground], () => logoAi(grounds[ground])))
  }
}

/** Four times the size of the drawing, on a transparent ground. */
const logoPng = (svg: Uint8Array): Promise<Uint8Array> =>
  sharp(Buffer.from(svg), { density: 72 * 4 })
    .resize({ width: logoSize.width * 4 })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** An Illustrator file is a PDF: the same drawing as vector outlines on an artboard of its size. */
function logoAi(inks: (typeof grounds)['light' | 'dark']): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const doc = new PDFDocument({
      size: [logoSize.width, logoSize.height],
      margin: 0,
      pdfVersion: '1.5',
      info: { Title: 'Voltline logo', Author: 'Voltline', CreationDate: new Date('2026-11-01T00:00:00Z') },
    })
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
    for (const { token, path } of markShapes) doc.path(path).fill(inks[token])
    doc.translate(wordOffset, 0)
    for (const path of wordShapes) doc.path(path).fill(inks.word)
    doc.end()
  })
}
