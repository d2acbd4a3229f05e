const roundsMax = 5
const namedCharacters: Readonly<Record<string, string>> = {
  ...{ quot: '"', apos: "'", amp: '&', lt: '<', gt: '>', equals: '=', colon: ':', nbsp: ' ' },
}
const characterOf = (digits: string, radix: number): string => {
  const point = Number.parseInt(digits, radix)
  return point <= 0x10_ffff ? String.fromCodePoint(point) : ''
}

function decodeOnce(text: string): string {
  return (
    text
      // Percent signs that were themselves encoded, however often.
      .replace(/%(?:25)+(?=[0-9a-f]{2})/gi, '%')
      .replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
      .replace(/\\+u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi, (_, long?: string, short?: string) =>
        characterOf(long ?? short ?? '', 16),
      )
      .replace(/\\+x([0-9a-f]{2})/gi, (_, hex: string) => characterOf(hex, 16))
      .replace(/\\+[nrt]/g, ' ')
      .replace(/\\+(?=["'`/])/g, '')
      .replace(/&#(\d{1,7});/g, (_, digits: string) => characterOf(digits, 10))
      .replace(/&#x([0-9a-f]{1,6});/gi, (_, hex: string) => characterOf(hex, 16))
      .replace(/&([a-z]{2,6});/gi, (whole, name: string) => namedCharacters[name.toLowerCase()] ?? whole)
  )
}

/**
 * Undoes the escapes of URLs, JSON and HTML, also nested ones, so that names and values have one spelling. Invisible
 * characters and those of private use are removed.
 */
export function plainText(text: string): string {
  let plain = text
  for (let round = 0; round < roundsMax; round++) {
    const decoded = decodeOnce(plain).normalize('NFKC')
    if (decoded === plain) break
    plain = decoded
  }
  return plain.toWellFormed().replace(/[\p{Cf}\p{Co}]/gu, '')
}
