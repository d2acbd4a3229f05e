import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Base } from '../archive/base-backup.ts'
import { walName } from '../archive/wal-archiver.ts'
import { Damaged } from '../sealing.ts'
import type { Vault } from '../vault.ts'

const segmentsPerLog = 256

/** Log and segment as one number, without the timeline. */
const positionOf = (file: string): number =>
  Number.parseInt(file.slice(8, 16), 16) * segmentsPerLog + Number.parseInt(file.slice(16, 24), 16)
const isSegment = (file: string): boolean => /^[0-9A-F]{24}$/.test(file)

/** The first position after `base` at which no timeline has a segment although a later one exists. */
function findGap(segments: readonly string[], base: Base): string | undefined {
  const positions = new Set(segments.map(positionOf))
  let last = positionOf(base.stopSegment)
  for (const at of positions) last = Math.max(last, at)
  for (let at = positionOf(base.startSegment); at <= last; at++) {
    if (!positions.has(at)) return nameAt(base.startSegment.slice(0, 8), at)
  }
  return undefined
}

const nameAt = (timeline: string, position: number): string =>
  timeline + hex(Math.floor(position / segmentsPerLog)) + hex(position % segmentsPerLog)
const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** Writes the WAL since a base backup into a folder, every segment checked. */
export async function restoreWal(
  vault: Vault,
  base: Base,
  { folder, mayEndAtGap }: { folder: string; mayEndAtGap: boolean },
): Promise<number> {
  await mkdir(folder, { mode: 0o755 })
  const stored = (await vault.list('wal/')).map((name) => name.slice('wal/'.length))
  const from = positionOf(base.startSegment)
  const segments = stored.filter((file) => isSegment(file) && positionOf(file) >= from)
  const gap = findGap(segments, base)
  if (gap !== undefined && (!mayEndAtGap || positionOf(gap) <= positionOf(base.stopSegment))) {
    throw new Damaged(`The backup is incomplete: ${walName(gap)} is missing.`)
  }
  const histories = stored.filter((file) => file.endsWith('.history'))
  const usable = segments.filter((file) => gap === undefined || positionOf(file) < positionOf(gap))
  for (const file of [...histories, ...usable]) {
    await writeFile(join(folder, file), await vault.getOrFail(walName(file)), { mode: 0o644 })
  }
  return usable.length
}
