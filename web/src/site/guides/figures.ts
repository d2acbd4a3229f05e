import type { FigureName } from './guide.ts'
import { colours, type Sheet } from './sheet.ts'

interface Area {
  x: number
  y: number
  width: number
}

/** Draws into the given width and returns the height that it took. */
type Draw = (sheet: Sheet, area: Area, labels: readonly string[]) => number

const partingLine: Draw = (sheet, { x, y, width }, labels) => {
  const height = 150
  const lineEnd = width * 0.62
  sheet.box({ x, y, width, height, radius: 12 }, colours.ink)
  const bands = [
    { left: 58, right: 20, thick: 42, fill: colours.lineOnInk },
    { left: 101, right: 84, thick: 12, fill: colours.grey },
    { left: 114, right: 122, thick: 6, fill: colours.volt },
  ]
  const [from, middle, to] = [lineEnd * 0.5, lineEnd * 0.7, lineEnd * 0.9]
  for (const { left, right, thick, fill } of bands) {
    sheet.shape(
      `M0 ${left}H${from}C${middle} ${left} ${middle} ${right} ${to} ${right}H${lineEnd}V${right + thick}H${to}` +
        `C${middle} ${right + thick} ${middle} ${left + thick} ${from} ${left + thick}H0Z`,
      { x, y },
      fill,
    )
  }
  sheet.line(labels[0] ?? '', { x: x + 18, y: y + 20 }, { font: 'bold', size: 16, colour: colours.white })
  bands.forEach(({ right, thick, fill }, index) => {
    sheet.line(
      labels[index + 1] ?? '',
      { x: x + lineEnd + 14, y: y + right + thick / 2 - 6 },
      { font: 'semibold', size: 10, colour: index === 2 ? fill : colours.white },
    )
  })
  return height
}

const auction: Draw = (sheet, { x, y, width }, labels) => {
  const rows = [
    { share: 1, fill: colours.line },
    { share: 7_440 / 8_680, fill: colours.grey },
    { share: 5_580 / 8_680, fill: colours.grey },
  ]
  const barX = x + 90
  const barWidth = width - 90 - 60
  rows.forEach(({ share, fill }, index) => {
    const rowY = y + 8 + index * 26
    sheet.line(
      labels[index * 2] ?? '',
      { x, y: rowY + 1 },
      { font: index === 0 ? 'bold' : 'regular', size: 10 },
    )
    sheet.box({ x: barX, y: rowY, width: barWidth, height: 14, radius: 3 }, colours.sunk)
    sheet.box({ x: barX, y: rowY, width: barWidth * share, height: 14, radius: 3 }, fill)
    sheet.line(
      labels[index * 2 + 1] ?? '',
      { x: x + width - 48, y: rowY + 1 },
      { font: 'semibold', size: 10 },
    )
  })
  sheet.line(labels[6] ?? '', { x: barX, y: y + 86 }, { font: 'bold', size: 11, colour: colours.ok })
  return 100
}

const formats: Draw = (sheet, { x, y, width }, labels) => {
  const step = width / 3
  labels.forEach((label, index) => {
    const left = x + index * step + (step - 76) / 2
    sheet.frame({ x: left, y, width: 76, height: 136, radius: 12 }, colours.text)
    if (index === 0) {
      for (const [line, length] of [40, 50, 44].entries()) {
        sheet.box(
          { x: left + 12, y: y + 16 + line * 10, width: length, height: 4, radius: 2 },
          colours.border,
        )
      }
      sheet.box({ x: left + 8, y: y + 106, width: 60, height: 22, radius: 5 }, colours.line)
    }
    if (index === 1) sheet.box({ x: left + 8, y: y + 8, width: 60, height: 120, radius: 6 }, colours.line)
    if (index === 2) {
      sheet.box({ x: left + 8, y: y + 8, width: 60, height: 92, radius: 6 }, colours.line)
      sheet.shape('M0 0V18L14 9Z', { x: left + 32, y: y + 45 }, colours.white)
      sheet.box({ x: left + 14, y: y + 114, width: 48, height: 4, radius: 2 }, colours.border)
      sheet.box({ x: left + 14, y: y + 114, width: 28, height: 4, radius: 2 }, colours.line)
    }
    sheet.line(label, { x: left, y: y + 144 }, { font: 'semibold', size: 11 })
  })
  return 164
}

const calendar: Draw = (sheet, { x, y, width }, labels) => {
  const parts = [
    { share: 0.46, fill: colours.line },
    { share: 0.2, fill: colours.grey },
    { share: 0.34, fill: colours.ok },
  ]
  let left = x
  parts.forEach(({ share, fill }, index) => {
    const partWidth = width * share - 3
    sheet.box({ x: left, y, width: partWidth, height: 14, radius: 3 }, fill)
    sheet.line(labels[index * 2] ?? '', { x: left, y: y + 22 }, { font: 'semibold', size: 11 })
    sheet.line(labels[index * 2 + 1] ?? '', { x: left, y: y + 38 }, { size: 10, colour: colours.text2 })
    left += width * share
  })
  return 58
}

const limits: Draw = (sheet, { x, y, width }, labels) => {
  const used = [1, 0.62, 0.44, 0.3]
  labels.forEach((label, index) => {
    const rowY = y + index * 28
    const share = used[index] ?? 0
    sheet.line(label, { x, y: rowY + 1 }, { font: 'semibold', size: 10 })
    sheet.box({ x: x + 120, y: rowY, width: width - 120, height: 14, radius: 3 }, colours.sunk)
    sheet.box(
      { x: x + 120, y: rowY, width: (width - 120) * share, height: 14, radius: 3 },
      share === 1 ? colours.warn : colours.line,
    )
  })
  return 112
}

const loop: Draw = (sheet, { x, y, width }, labels) => {
  const gap = 14
  const boxWidth = (width - gap * (labels.length - 1)) / labels.length
  labels.forEach((label, index) => {
    const left = x + index * (boxWidth + gap)
    const last = index === labels.length - 1
    sheet.box({ x: left, y, width: boxWidth, height: 54, radius: 8 }, last ? colours.volt : colours.sunk)
    sheet.line(`${index + 1}`, { x: left + 10, y: y + 9 }, { size: 9, colour: colours.text2 })
    sheet.line(label, { x: left + 10, y: y + 26 }, { font: 'bold', size: 11 })
    if (!last) {
      sheet.shape('M0 0L5 4L0 8Z', { x: left + boxWidth + 4, y: y + 23 }, colours.grey)
    }
  })
  return 54
}

export const drawings: Readonly<Record<FigureName, Draw>> = {
  'parting-line': partingLine,
  auction,
  formats,
  calendar,
  limits,
  loop,
}
