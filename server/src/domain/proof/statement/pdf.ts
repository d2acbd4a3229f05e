import { createRequire } from 'node:module'
import type { Language } from '@voltline/contract'
import { type Instant, type Micros, wonText } from '@voltline/kernel'
import PDFDocument from 'pdfkit'
import type { StatementMonth } from '../../account/statement.ts'
import type { MonthProof } from '../month-proof.ts'
import type { Side } from '../month-rows.ts'
import { statementTexts } from './texts.ts'

/** Pretendard, under the SIL Open Font License; only the glyphs in use are embedded. */
const { resolve } = createRequire(import.meta.url)
const fontOf = (weight: 'Regular' | 'Bold') =>
  resolve(`pretendard/dist/public/static/alternative/Pretendard-${weight}.ttf`)

export interface StatementInput {
  language: Language
  side: Side
  company: string
  email: string
  balances: StatementMonth
  apps: readonly { name: string; rows: number; amountMicros: Micros }[]
  proof: MonthProof
  /** Of the proof, so that the same statement is the same file. */
  madeAt: Instant
}

const margin = 56
const width = 595.28 - 2 * margin
const ink = '#121829'
const quiet = '#626c80'
const line = '#e2e6ec'
const appRowsMax = 18

/** 1234567.5 as 1,234,567.5: digit by digit, so that no float rounds it. */
const grouped = (amount: Micros): string => wonText(amount).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

type Doc = InstanceType<typeof PDFDocument>

function heading(doc: Doc, text: string): void {
  doc.moveDown(1.1).font('bold').fontSize(11).fillColor(ink).text(text, margin, doc.y, { width })
  doc.moveDown(0.3)
}

function row(doc: Doc, cells: readonly [string, string, string?], { bold = false } = {}): void {
  const [name, value, middle] = cells
  const { y } = doc
  doc
    .font(bold ? 'bold' : 'regular')
    .fontSize(10)
    .fillColor(ink)
  doc.text(name, margin, y, { width: width * 0.55, height: 13, ellipsis: true, lineBreak: false })
  if (middle !== undefined) {
    doc.text(middle, margin + width * 0.55, y, { width: width * 0.18, align: 'right', lineBreak: false })
  }
  doc.text(value, margin + width * 0.73, y, { width: width * 0.27, align: 'right', lineBreak: false })
  doc
    .moveTo(margin, y + 18)
    .lineTo(margin + width, y + 18)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
  doc.y = y + 24
}

function appRows(doc: Doc, { language, apps }: StatementInput): void {
  const texts = statementTexts[language]
  heading(doc, texts.byApp)
  if (apps.length === 0) {
    doc.font('regular').fontSize(10).fillColor(quiet).text(texts.none, margin, doc.y, { width })
    return
  }
  row(doc, [texts.app, texts.amount, texts.rows], { bold: true })
  for (const app of apps.slice(0, appRowsMax))
    row(doc, [app.name, grouped(app.amountMicros), String(app.rows)])
  const others = apps.slice(appRowsMax)
  if (others.length === 0) return
  const sum = others.reduce((total, app) => total + app.amountMicros, 0n) as Micros
  const count = others.reduce((total, app) => total + app.rows, 0)
  row(doc, [texts.others(others.length), grouped(sum), String(count)])
}

function proofText(doc: Doc, { language, proof }: StatementInput): void {
  const texts = statementTexts[language]
  heading(doc, texts.proof)
  doc.font('regular').fontSize(9).fillColor(quiet).text(texts.proofText, margin, doc.y, { width, lineGap: 2 })
  for (const [name, value] of [
    [texts.root, proof.root],
    [texts.previous, proof.previous ?? texts.first],
  ] as const) {
    doc.moveDown(0.5).fillColor(quiet).fontSize(8).text(name, margin, doc.y, { width })
    doc.fillColor(ink).fontSize(9).text(value, margin, doc.y, { width })
  }
}

/** A month of one customer on a page, as text that can be searched and copied. */
export function statementPdf(input: StatementInput): Promise<Buffer> {
  const { language, side, balances, proof } = input
  const texts = statementTexts[language]
  const title = `${texts.title[side]} ${proof.month}`
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    info: { Title: title, Author: 'Voltline', CreationDate: new Date(input.madeAt) },
    lang: language,
    tagged: true,
  })
  doc.registerFont('regular', fontOf('Regular')).registerFont('bold', fontOf('Bold'))
  const made = new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(Buffer.concat(chunks)))
    doc.on('error', fail)
  })
  doc.font('bold').fontSize(12).fillColor('#2746e0').text('Voltline', margin, margin)
  doc.moveDown(0.6).fontSize(22).fillColor(ink).text(title, { width })
  doc
    .moveDown(0.3)
    .font('regular')
    .fontSize(10)
    .fillColor(ink)
    .text(`${texts.customer}: ${input.company} · ${input.email}`, { width })
  doc.fillColor(quiet).text(texts.zone, { width })
  heading(doc, texts.balances)
  row(doc, [texts.opening, grouped(balances.openingMicros)])
  if (balances.creditMicros !== 0n) row(doc, [texts.credits, grouped(balances.creditMicros)])
  if (balances.debitMicros !== 0n) row(doc, [texts.debits, grouped(balances.debitMicros)])
  row(doc, [texts.charges[side], grouped(balances.chargeMicros)])
  row(doc, [texts.corrections, grouped(balances.correctionMicros)])
  if (side === 'PUBLISHER') row(doc, [texts.payouts, grouped(balances.paidMicros)])
  row(doc, [texts.closing, grouped(balances.closingMicros)], { bold: true })
  appRows(doc, input)
  proofText(doc, input)
  doc.end()
  return made
}
