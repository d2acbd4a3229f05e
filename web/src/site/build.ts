import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sitePageName, sitePaths } from '@voltline/contract'
import { bundleScripts, loadRenderer } from './build/bundle.ts'
import { hashOf } from './build/cache.ts'
import { compressAssets } from './build/compress.ts'
import { buildDownloads } from './build/downloads.ts'
import { subsetFor } from './build/fonts.ts'
import { distDir, siteDir } from './build/paths.ts'
import { socialCard } from './build/social-card.ts'
import { type Language, siteLanguages } from './language.ts'
import type { Assets } from './layout/document.tsx'

/** Writes a file with the hash of its content in its name, so browsers may cache it without limit. */
async function writeAsset(name: string, extension: string, bytes: string | Uint8Array): Promise<string> {
  const path = `assets/site-${name}-${hashOf(bytes)}.${extension}`
  await writeFile(join(distDir, path), bytes)
  return `/${path}`
}

const fontFace = (font: string) =>
  `@font-face{font-family:Pretendard;font-weight:400 800;font-style:normal;font-display:swap;src:url(${font}) format("woff2")}`

/** Renders every public page in both languages, and the files they offer, into `web/dist`. */
export async function buildSite(): Promise<void> {
  const [{ pages, style: css }, scripts] = await Promise.all([loadRenderer(), bundleScripts()])
  const icon = await writeAsset('icon', 'svg', await readFile(join(siteDir, 'logo/mark-light.svg')))
  await mkdir(join(distDir, 'site'), { recursive: true })

  const buildLanguage = async (language: Language) => {
    const empty: Assets = { style: '', font: '', headScript: '', mainScript: '', icon: '', socialCard: '' }
    const drafts = sitePaths.map((path) => pages.renderPage(path, language, empty))
    const font = await writeAsset(`font-${language}`, 'woff2', await subsetFor(language, drafts))
    const style = await writeAsset(language, 'css', fontFace(font) + css)
    for (const path of sitePaths) {
      const name = sitePageName(path)
      const card = await socialCard({ page: name, language, headline: pages.headlineOf(path, language) })
      const assets: Assets = {
        style,
        font,
        headScript: scripts.head,
        mainScript: scripts.main,
        icon,
        socialCard: await writeAsset(`card-${name}-${language}`, 'png', card),
      }
      const html = pages.renderPage(path, language, assets)
      await writeFile(join(distDir, 'site', `${name}.${language}.html`), html)
    }
  }
  for (const language of siteLanguages) await buildLanguage(language)
  await buildDownloads()
  await compressAssets()
}
