import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { cached } from './cache.ts'
import { fontFiles } from './paths.ts'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')

/** The variable font, reduced to the characters and weights that the pages of one language use. */
export async function subsetFor(language: string, pages: readonly string[]): Promise<Uint8Array> {
  const characters = [...new Set(ascii + pages.join(''))].sort().join('')
  const font = await readFile(fontFiles.variable)
  return cached(`pretendard-${language}.woff2`, [characters, String(font.length), 'wght 400-800'], () =>
    subsetFont(font, characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 800, default: 400 } },
    }),
  )
}
