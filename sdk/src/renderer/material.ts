import { make } from './dom.ts'
import type { Size } from './exposure.ts'
import { limited, twice, wait } from './limits.ts'

const materialMsMax = 15_000
/** Some browsers load no frame before the video plays. */
const firstFrameMsMax = 3_000
const pixelRatioOfLarge = 1.5
const sameRatioWithin = 0.01

const loaded = (element: HTMLElement, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    element.addEventListener(name, () => resolve(), { once: true })
    element.addEventListener('error', reject, { once: true })
  })

const loadImage = (src: string): Promise<HTMLImageElement> =>
  twice(async () => {
    const image = make('img', { display: 'block', width: '100%', height: '100%', objectFit: 'contain' })
    const ready = loaded(image, 'load')
    image.src = src
    try {
      await limited(ready, materialMsMax)
    } catch (fault) {
      image.src = ''
      throw fault
    }
    // A hidden page decodes nothing; the drawing waits for it.
    if (document.visibilityState === 'visible') await limited(image.decode(), materialMsMax)
    return image
  })

const loadVideo = (src: string): Promise<HTMLVideoElement> =>
  twice(async () => {
    const video = make(
      'video',
      { display: 'block', width: '100%', height: '100%', objectFit: 'contain' },
      { muted: true, playsInline: true, preload: 'auto', disablePictureInPicture: true },
    )
    const frame = loaded(video, 'loadeddata')
    const ready = loaded(video, 'loadedmetadata').then(() => Promise.race([frame, wait(firstFrameMsMax)]))
    video.src = src
    try {
      await limited(ready, materialMsMax)
    } catch (fault) {
      video.removeAttribute('src')
      video.load()
      throw fault
    }
    return video
  })

const ratioOf = (image: HTMLImageElement): number => image.naturalWidth / image.naturalHeight

/** Two images of one picture in different sizes. */
const isSamePicture = (a: HTMLImageElement, b: HTMLImageElement): boolean =>
  a.naturalWidth !== b.naturalWidth && Math.abs(ratioOf(a) / ratioOf(b) - 1) <= sameRatioWithin

export interface Pictures {
  first: HTMLImageElement
  /** What `first` is to be replaced by: at once if it is the same picture in a better size. */
  second: Promise<{ image: HTMLImageElement; isBetter: boolean } | undefined>
}

async function loadPictures([one = '', two]: readonly string[]): Promise<Pictures> {
  const loads = [one, ...(two ? [two] : [])].map(loadImage)
  const other = loads[1]
  other?.catch(() => {})
  const first = await (loads[0] as Promise<HTMLImageElement>).catch((fault) => {
    if (other) return other
    throw fault
  })
  const second = Promise.all(loads).then(
    ([a, b]) => {
      if (!a || !b) return undefined
      if (!isSamePicture(a, b)) return { image: b, isBetter: false }
      const needsLarge = devicePixelRatio >= pixelRatioOfLarge
      const isSecondLarger = b.naturalWidth > a.naturalWidth
      return needsLarge === isSecondLarger ? { image: b, isBetter: true } : undefined
    },
    () => undefined,
  )
  return { first, second }
}

export type Material = { pictures: Pictures } | { video: HTMLVideoElement; poster: string | undefined }

/** Rejects if the ad has nothing that can be shown. */
export async function loadMaterial(ad: { product: string; materials: readonly string[] }): Promise<Material> {
  if (ad.product !== 'VIDEO') return { pictures: await loadPictures(ad.materials) }
  return { video: await loadVideo(ad.materials[0] ?? ''), poster: ad.materials[1] }
}

/** The size of a picture of these sides, drawn as large as the box allows. */
export function drawnSize(box: Element, width: number, height: number): Size {
  const rect = box.getBoundingClientRect()
  const scale = width && height ? Math.min(rect.width / width, rect.height / height) : 0
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
