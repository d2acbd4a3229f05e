import {
  imageTypes,
  limits,
  type PictureProblem,
  type Product,
  pictureProblem,
  videoTypes,
} from '@voltline/contract'
import { ok, type Result, refuse } from '@voltline/kernel'
import type { Folder } from '../../../platform/files/file.ts'

/** A stored file of the advertiser. An uploaded video that has been encoded is the encoded file. */
export interface Material {
  name: string
  folder: Folder
  width: number | undefined
  height: number | undefined
  /** Of the uploaded video, also if this is the file encoded from it. */
  durationMs: number | undefined
}

type ImageType = (typeof imageTypes)[number]
type VideoType = (typeof videoTypes)[number]

const isAdImageType = (text: string): text is ImageType => imageTypes.some((type) => type === text)
export const isVideoType = (text: string): text is VideoType => videoTypes.some((type) => type === text)
export const isVideo = (material: Material): boolean => material.folder === 'encoded'

const imagesMax = { BANNER: limits.bannerImagesMax, INTERSTITIAL: 1 } as const
export const imageSidesMax = {
  BANNER: { width: limits.bannerWidthMaxPx, height: limits.bannerHeightMaxPx },
  INTERSTITIAL: { width: limits.interstitialWidthMaxPx, height: limits.interstitialHeightMaxPx },
} as const
/** A poster and an icon may accompany a video. */
const stillsMax = 2

/** Checks what is declared. The bytes are checked at the PUT, and everything again when the ad is created. */
export function checkImages(
  product: Product,
  files: readonly { type: string }[],
): Result<ImageType[], 'UNKNOWN'> {
  if (product === 'VIDEO') return refuse('UNKNOWN', 'product: VIDEO takes a video, not images')
  const most = imagesMax[product]
  if (files.length > most) return refuse('UNKNOWN', `uploadFiles: at most ${most} for ${product}`)
  const types = files.map((file) => file.type).filter(isAdImageType)
  if (types.length !== files.length) return refuse('UNKNOWN', `uploadFiles: ${imageTypes.join(' or ')} only`)
  return ok(types)
}

/** An image that was uploaded for another product may be too large for this one. */
const fitsIn = (material: Material, most: { width: number; height: number }): boolean =>
  (material.width ?? 0) <= most.width && (material.height ?? 0) <= most.height

const pictureDetails = {
  BANNER: {
    SMALL: `a banner has at least ${limits.bannerWidthMinPx} × ${limits.bannerHeightMinPx} pixels`,
    RATIO: `a banner is ${limits.bannerRatioMin} to ${limits.bannerRatioMax} times as wide as high`,
  },
  INTERSTITIAL: {
    SMALL: `an interstitial has at least ${limits.interstitialWidthMinPx} × ${limits.interstitialHeightMinPx} or ${limits.interstitialHeightMinPx} × ${limits.interstitialWidthMinPx} pixels`,
    RATIO: '',
  },
} as const satisfies Record<Exclude<Product, 'VIDEO'>, Record<PictureProblem, string>>

/** Every picture must be large enough to be seen, and a banner must have the shape of one. */
function checkPictures(
  materials: readonly Material[],
  product: keyof typeof pictureDetails,
): Result<null, 'UNKNOWN'> {
  for (const { width = 0, height = 0 } of materials) {
    const problem = pictureProblem(product, { width, height })
    if (problem) {
      return refuse('UNKNOWN', `filenames: ${pictureDetails[product][problem]}, not ${width} × ${height}`)
    }
  }
  return ok(null)
}

export const isVideoLength = (durationMs: number | undefined): boolean =>
  durationMs !== undefined &&
  durationMs >= limits.videoSecondsMin * 1_000 &&
  durationMs <= limits.videoSecondsMax * 1_000

/**
 * The files of an ad: one or two images, or one video with its stills. Pictures that the ad shows already are not
 * measured again: they may be older than the rule.
 */
export function checkMaterials(
  materials: readonly Material[],
  product: Product,
  known: readonly string[] = [],
): Result<null, 'UNKNOWN'> {
  if (materials.some((material) => material.folder === 'video')) {
    return refuse('UNKNOWN', 'filenames: the video is not encoded')
  }
  const count = (...folders: Folder[]) =>
    materials.filter((material) => folders.includes(material.folder)).length
  const areDistinct = new Set(materials.map((material) => material.name)).size === materials.length
  if (product !== 'VIDEO') {
    const images = count('image')
    const most = imagesMax[product]
    if (!areDistinct || images !== materials.length || images < 1 || images > most) {
      return refuse(
        'UNKNOWN',
        `filenames: ${product} takes ${most === 1 ? '1 image' : `1 to ${most} images`}`,
      )
    }
    const sides = imageSidesMax[product]
    if (!materials.every((material) => fitsIn(material, sides))) {
      return refuse('UNKNOWN', `filenames: ${product} has at most ${sides.width} × ${sides.height} pixels`)
    }
    const added = materials.filter((material) => !known.includes(material.name))
    return checkPictures(added, product)
  }
  const [video, ...otherVideos] = materials.filter(isVideo)
  const stills = count('poster', 'icon')
  if (!areDistinct || !video || otherVideos.length > 0 || stills + 1 !== materials.length) {
    return refuse('UNKNOWN', 'filenames: VIDEO takes 1 video')
  }
  if (stills > stillsMax) return refuse('UNKNOWN', `filenames: at most ${stillsMax} stills with a video`)
  if (isVideoLength(video.durationMs)) return ok(null)
  return refuse(
    'UNKNOWN',
    `filenames: a video runs ${limits.videoSecondsMin} to ${limits.videoSecondsMax} seconds`,
  )
}

/** The file's name in one of our upload links, with or without its query; undefined for every other address. */
export function nameInUploadUrl(text: string, publicUrl: string): string | undefined {
  if (!URL.canParse(text, publicUrl)) return undefined
  const url = new URL(text, publicUrl)
  if (url.origin !== new URL(publicUrl).origin) return undefined
  return /\/files\/(?:upload\/)?([^/]+)$/.exec(url.pathname)?.[1]
}
