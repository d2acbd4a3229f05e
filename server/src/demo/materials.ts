import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@voltline/contract'
import { after, assert, type CustomerId, type Instant, minute } from '@voltline/kernel'
import sharp from 'sharp'
import type { Database } from '../platform/database/database.ts'
import { announce, claim, type FileType, type Folder, markStored } from '../platform/files/file.ts'
import type { FileStore } from '../platform/files/store.ts'
import type { WorkFolders } from '../platform/files/work-folder.ts'
import type { Size } from './pictures.ts'

export interface FileServices {
  db: Database
  store: FileStore
  work: WorkFolders
}

interface DemoFile {
  owner: CustomerId
  folder: Folder
  contentType: FileType
  originalName: string
  isPrivate?: boolean
  bytes: Buffer
  width: number
  height: number
  durationMs?: number
}

/** Stores a file like an upload and returns its name. */
async function store(services: FileServices, file: DemoFile, now: Instant): Promise<string> {
  const { db, store: target, work } = services
  const announced = await db.transaction((tx) =>
    announce(
      tx,
      {
        customerId: file.owner,
        folder: file.folder,
        contentType: file.contentType,
        bytesMax: limits.videoBytesMax,
        isPrivate: file.isPrivate ?? false,
        originalName: file.originalName,
      },
      { now, expiresAt: after(now, minute) },
    ),
  )
  await db.transaction((tx) => claim(tx, announced.id))
  await work.use(async (folder) => {
    const path = join(folder, announced.name)
    await writeFile(path, file.bytes)
    await target.put(announced.name, path)
  })
  const sha256 = createHash('sha256').update(file.bytes).digest()
  const { width, height, durationMs } = file
  const properties = { bytes: file.bytes.length, sha256, width, height, durationMs }
  const stored = await db.transaction((tx) => markStored(tx, announced.id, properties, now))
  assert(stored, 'a demo file is stored')
  return announced.name
}

/** A night sky with a planet, in the advertiser's colours. Shapes only, because a server may have no fonts. */
export function drawSky(size: Size, hue: number): Buffer {
  const { width, height } = size
  const radius = Math.round(Math.min(width, height) * 0.32)
  const stars = Array.from({ length: 40 }, (_, number) => {
    const x = (number * 7_919 + hue * 31) % width
    const y = (number * 104_729 + hue * 17) % height
    return `<circle cx="${x}" cy="${y}" r="${1 + (number % 3)}" fill="white" opacity="${0.3 + (number % 5) / 8}"/>`
  }).join('')
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="hsl(${hue},70%,16%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},75%,42%)"/>
      </linearGradient>
      <radialGradient id="planet" cx="0.35" cy="0.3" r="0.9">
        <stop offset="0" stop-color="hsl(${(hue + 160) % 360},90%,78%)"/>
        <stop offset="1" stop-color="hsl(${(hue + 190) % 360},80%,34%)"/>
      </radialGradient>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>${stars}
    <ellipse cx="${width * 0.74}" cy="${height * 0.5}" rx="${radius * 1.8}" ry="${radius * 0.42}" fill="none"
             stroke="hsl(${(hue + 160) % 360},90%,85%)" stroke-width="${Math.max(2, radius * 0.08)}" opacity="0.7"/>
    <circle cx="${width * 0.74}" cy="${height * 0.5}" r="${radius}" fill="url(#planet)"/>
  </svg>`)
}

interface VideoAsset extends Size {
  file: string
}
export const plainVideo: VideoAsset = { file: 'film.mp4', width: 640, height: 360 }
/** The length of every video. */
const videoMs = 6_000

/** File names by the product that shows them. */
export interface Materials {
  BANNER: string[]
  INTERSTITIAL: string[]
  VIDEO: string[]
}

export async function makeMaterials(
  services: FileServices,
  look: { owner: CustomerId; draw: (size: Size) => Buffer; video: VideoAsset; now: Instant },
): Promise<Materials> {
  const { owner, draw, now } = look
  const { file, ...videoSize } = look.video
  const image = async (folder: Folder, type: 'image/png' | 'image/jpeg', size: Size) => {
    const drawn = sharp(draw(size))
    const bytes = await (type === 'image/png' ? drawn.png({ palette: true }) : drawn.jpeg()).toBuffer()
    const originalName = `${folder}.${type === 'image/png' ? 'png' : 'jpg'}`
    return store(services, { owner, folder, contentType: type, originalName, bytes, ...size }, now)
  }
  const video = await store(
    services,
    {
      ...{ owner, folder: 'encoded', contentType: 'video/mp4', originalName: 'film.mp4' },
      ...{
        bytes: await readFile(join(import.meta.dirname, 'assets', file)),
        ...videoSize,
        durationMs: videoMs,
      },
    },
    now,
  )
  return {
    BANNER: [await image('image', 'image/png', { width: 640, height: 100 })],
    INTERSTITIAL: [await image('image', 'image/jpeg', { width: 720, height: 1_280 })],
    VIDEO: [video, await image('poster', 'image/jpeg', videoSize)],
  }
}

/** The documents a publisher uploads before the first payout. */
export async function makePayoutDocuments(
  services: FileServices,
  publisher: { owner: CustomerId; now: Instant },
): Promise<{ bankBook: string; certificate: string }> {
  const size = { width: 600, height: 400 }
  const document = async (folder: 'bankbook' | 'certificate', background: string) => {
    const lines = Array.from(
      { length: 9 },
      (_, line) =>
        `<rect x="50" y="${70 + line * 32}" width="${240 + ((line * 97) % 230)}" height="10" rx="5" fill="#8a93a6"/>`,
    ).join('')
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
      <rect width="600" height="400" fill="${background}"/>${lines}</svg>`
    const bytes = await sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
    const file = { owner: publisher.owner, folder, contentType: 'image/png' as const, isPrivate: true }
    return store(services, { ...file, originalName: `${folder}.png`, bytes, ...size }, publisher.now)
  }
  return {
    bankBook: await document('bankbook', '#eef6ff'),
    certificate: await document('certificate', '#fff7e6'),
  }
}
