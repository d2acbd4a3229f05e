import { imageTypes, limits, type Product, videoTypes } from '@voltline/contract'
import { ok, type Result, refuse } from '@voltline/kernel'

type ImageType = (typeof imageTypes)[number]
type VideoType = (typeof videoTypes)[number]

const isAdImageType = (text: string): text is ImageType => imageTypes.some((type) => type === text)
export const isVideoType = (text: string): text is VideoType => videoTypes.some((type) => type === text)

/** What is declared is checked here, what is sent at the PUT, and the whole again when the ad is made. */
export function checkImages(
  product: Product,
  files: readonly { type: string }[],
): Result<ImageType[], 'UNKNOWN'> {
  if (product === 'VIDEO') return refuse('UNKNOWN', 'product: VIDEO takes a video, not images')
  const most = product === 'BANNER' ? limits.bannerImagesMax : 1
  if (files.length > most) return refuse('UNKNOWN', `uploadFiles: at most ${most} for ${product}`)
  const types = files.map((file) => file.type).filter(isAdImageType)
  if (types.length !== files.length) return refuse('UNKNOWN', `uploadFiles: ${imageTypes.join(' or ')} only`)
  return ok(types)
}

export const isVideoLength = (durationMs: number | undefined): boolean =>
  durationMs !== undefined &&
  durationMs >= limits.videoSecondsMin * 1_000 &&
  durationMs <= limits.videoSecondsMax * 1_000

/** The file's name in an upload link of ours, with or without its query; undefined for every other address. */
export function nameInUploadUrl(text: string, publicUrl: string): string | undefined {
  if (!URL.canParse(text, publicUrl)) return undefined
  const url = new URL(text, publicUrl)
  if (url.origin !== new URL(publicUrl).origin) return undefined
  return /\/files\/(?:upload\/)?([^/]+)$/.exec(url.pathname)?.[1]
}
