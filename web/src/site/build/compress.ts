import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cached } from './cache.ts'
import { distDir } from './paths.ts'

/** Fonts and pictures are packed already; below this a packed twin saves no packet. */
const worthPacking = /\.(js|css|svg)$/
const bytesMin = 1_000
/** One step below the best: a tenth of the time for a hundredth of the size. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Lays a packed twin beside every text asset, so the server packs nothing while someone waits. */
export async function compressAssets(): Promise<void> {
  const folder = join(distDir, 'assets')
  const files = (await readdir(folder)).filter((file) => worthPacking.test(file))
  for (const file of files) {
    const bytes = await readFile(join(folder, file))
    if (bytes.length < bytesMin) continue
    await writeFile(
      join(folder, `${file}.br`),
      await cached(`${file}.br`, [bytes, 'br 9'], () => promisify(brotliCompress)(bytes, brotli)),
    )
    await writeFile(
      join(folder, `${file}.gz`),
      await cached(`${file}.gz`, [bytes, 'gz'], () => promisify(gzip)(bytes, { level: 9 })),
    )
  }
}
