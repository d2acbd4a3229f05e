import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cached } from './cache.ts'
import { distDir } from './paths.ts'

/** Fonts and pictures are compressed formats; below `bytesMin` compression saves no packet. */
const compressible = /\.(js|css|svg)$/
const bytesMin = 1_000
/** Quality 11 is slow, but the first JavaScript of a page is bounded and an unchanged file is compressed once. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Writes a compressed copy beside every text asset, so the server never compresses an asset during a request. */
export async function compressAssets(): Promise<void> {
  const folder = join(distDir, 'assets')
  const files = (await readdir(folder)).filter((file) => compressible.test(file))
  for (const file of files) {
    const bytes = await readFile(join(folder, file))
    if (bytes.length < bytesMin) continue
    await writeFile(
      join(folder, `${file}.br`),
      await cached(`${file}.br`, [bytes, 'br 11'], () => promisify(brotliCompress)(bytes, brotli)),
    )
    await writeFile(
      join(folder, `${file}.gz`),
      await cached(`${file}.gz`, [bytes, 'gz'], () => promisify(gzip)(bytes, { level: 9 })),
    )
  }
}
