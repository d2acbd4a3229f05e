import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { distDir, sdkDir } from './paths.ts'

/** The folders of each download: name in the zip, then folder below sdk/. */
const contents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ios: { '': 'clients/ios' },
  android: { '': 'clients/android' },
  unity: { '': 'clients/unity' },
  unreal: { '': 'clients/unreal' },
  javascript: { '': 'clients/javascript', src: 'src', dist: 'dist' },
}

/** A fixed time, so the same sources give the same bytes. */
const packedAt = new Date('2026-11-01T00:00:00')
const isTest = /\.(test|spec)\.[a-z]+$/

/** One zip per platform: source, sample and README, in a folder named like the zip. */
export async function buildSdkZips(): Promise<void> {
  // The SDK has its own build script, in JavaScript.
  const script: { buildSdk: () => Promise<Record<string, number>> } = await import(join(sdkDir, 'build.mjs'))
  await script.buildSdk()
  for (const [platform, folders] of Object.entries(contents)) {
    const name = `voltline-sdk-${platform}`
    const files: Zippable = {}
    for (const [under, folder] of Object.entries(folders)) {
      await addFolder(files, { from: join(sdkDir, folder), under: [name, under].filter(Boolean).join('/') })
    }
    const zip = zipSync(files, { level: 9, mtime: packedAt })
    await writeFile(join(distDir, 'downloads', `${name}.zip`), zip)
  }
}

async function addFolder(files: Zippable, folder: { from: string; under: string }): Promise<void> {
  const found = await readdir(folder.from, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) {
    if (isTest.test(path)) continue
    const inside = relative(folder.from, path).split(sep).join('/')
    files[`${folder.under}/${inside}`] = new Uint8Array(await readFile(path))
  }
}
