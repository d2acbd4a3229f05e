type Cell = string | number

/** A cell that a spreadsheet would run as a formula is shown as text instead. */
const guarded = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

function cell(value: Cell): string {
  if (typeof value === 'number') return plain(value)
  return `"${guarded(value).replaceAll('"', '""')}"`
}

/** Up to six decimals, never in powers of ten. */
const plain = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(6).replace(/\.?0+$/, '')

/** Rows as a CSV file that spreadsheets open in UTF-8. */
export const csvFile = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([`\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
