import type { Product } from './enums.ts'
import { limits } from './limits.ts'

export interface PictureSize {
  width: number
  height: number
}

/** Why a picture cannot be an ad: too few pixels, or a shape that no banner has. */
export type PictureProblem = 'SMALL' | 'RATIO'

/** The detail of a refused upload; screens translate it. */
export const plainImageDetail = 'the image is one colour and shows nothing'

/** The same rule in the browser, before the upload, and on the server, when the ad is saved. Of videos it says nothing. */
export function pictureProblem(product: Product, { width, height }: PictureSize): PictureProblem | undefined {
  if (product === 'BANNER') {
    if (width < limits.bannerWidthMinPx || height < limits.bannerHeightMinPx) return 'SMALL'
    const isBanner = width >= limits.bannerRatioMin * height && width <= limits.bannerRatioMax * height
    return isBanner ? undefined : 'RATIO'
  }
  if (product === 'INTERSTITIAL') {
    const short = Math.min(width, height)
    const long = Math.max(width, height)
    const isLarge = short >= limits.interstitialWidthMinPx && long >= limits.interstitialHeightMinPx
    return isLarge ? undefined : 'SMALL'
  }
  return undefined
}
