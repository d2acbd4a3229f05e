import {
  type Call,
  imageSignedUrl,
  imageTypes,
  limits,
  type PictureSize,
  type Product,
  pictureProblem,
  plainImageDetail,
  type Received,
  type Sent,
  videoTypes,
} from '@voltline/contract'
import { useRef, useState } from 'react'
import { api, CallTrouble } from '../../../api/client.ts'
import { tellTrouble } from '../../../api/trouble.ts'
import { putFile, sendFile } from '../../../api/upload.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { askConfirm, showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { type UploadItem, type UploadRules, type Uploads, useUploads } from '../../../ui/upload/upload.tsx'
import { runVideo } from './video-flow.ts'

/** The files of an ad, by what the ad is. */
export interface Materials {
  uploads: Uploads
  types: readonly string[]
  filesMax: number
  /** The file names to send: the material and the files made from it. */
  filenames: readonly string[]
  /** Which look at an encoding is next; 0 while none runs. */
  encodingLook: number
}

/** Null when the call was refused or failed; the caller shows a message. */
async function ask<C extends Call>(call: C, input: Sent<C>): Promise<Received<C> | null> {
  try {
    return await api(call, input)
  } catch (error) {
    if (error instanceof CallTrouble && error.trouble.kind === 'signed-out') tellTrouble(error)
    return null
  }
}

async function look(resultURL: string): Promise<unknown> {
  try {
    const answer = await fetch(resultURL, { cache: 'no-store' })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const breaks = (rules: UploadRules, files: readonly File[], room: number): boolean =>
  files.length > room || files.some((file) => !rules.types.includes(file.type) || file.size > rules.bytesMax)

const roomIn = (uploads: Uploads, filesMax: number): number =>
  filesMax - uploads.items.filter((item) => item.state !== 'refused').length

const problemTexts = {
  BANNER: { SMALL: 'ad.material.bannerSmall', RATIO: 'ad.material.bannerRatio' },
  INTERSTITIAL: { SMALL: 'ad.material.interstitialSmall', RATIO: 'ad.material.interstitialSmall' },
} as const

/** Undefined for a file that this browser cannot read: the server decides. */
async function sizeOf(file: File): Promise<PictureSize | undefined> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    return undefined
  }
}

function useImages(product: 'BANNER' | 'INTERSTITIAL', initial: readonly UploadItem[]): Materials {
  const { t } = useI18n()
  const filesMax = product === 'BANNER' ? limits.bannerImagesMax : 1
  const rules: UploadRules = {
    types: imageTypes,
    bytesMax: limits.imageBytesMax,
    filesMax,
    async send(file, onProgress) {
      const link = (await ask(imageSignedUrl, { product, uploadFiles: [file] }))?.urls[0]
      if (!link) return null
      const sent = await sendFile(link.uploadURL, file, onProgress)
      if (sent.ok) return link.filename
      return sent.detail === plainImageDetail ? { refused: t('ad.material.plain') } : null
    },
    async check(file) {
      const size = await sizeOf(file)
      const problem = size && pictureProblem(product, size)
      return problem ? t(problemTexts[product][problem], { ...size }) : null
    },
  }
  const uploads = useUploads(rules, initial)
  function add(files: readonly File[]) {
    if (breaks(rules, files, roomIn(uploads, filesMax))) void showAlert(t('ad.material.imageError'))
    uploads.add(files)
  }
  return {
    uploads: { ...uploads, add },
    types: imageTypes,
    filesMax,
    filenames: uploads.stored,
    encodingLook: 0,
  }
}

function useVideo(initial: readonly UploadItem[], initialStills: readonly string[]): Materials {
  const { t } = useI18n()
  const [encodingLook, setEncodingLook] = useState(0)
  const stills = useRef(new Map(initial.map((item) => [item.stored ?? '', initialStills])))
  const rules: UploadRules = {
    types: videoTypes,
    bytesMax: limits.videoBytesMax,
    filesMax: 1,
    async send(file, onProgress) {
      const put = (url: string, film: File) => putFile(url, film, onProgress)
      const end = await runVideo(file, { ask, put, look, wait, onLook: setEncodingLook })
      setEncodingLook(0)
      if (end.kind === 'ready') {
        stills.current.set(end.video, end.poster ? [end.poster] : [])
        return end.video
      }
      const says =
        end.kind === 'length'
          ? t('ad.material.videoDuration', { seconds: end.seconds })
          : t('ad.material.videoRetry')
      void showAlert(says)
      return { refused: says }
    },
  }
  const uploads = useUploads(rules, initial)
  async function add(files: readonly File[]) {
    if (breaks(rules, files, roomIn(uploads, 1))) void showAlert(t('ad.material.videoError'))
    else if (
      !(await askConfirm({
        title: t('ad.material.slowQuestion', { name: files[0]?.name ?? '' }),
        effect: t('ad.material.slowEffect'),
        verb: t('ad.material.slowVerb'),
      }))
    )
      return
    uploads.add(files)
  }
  const [video] = uploads.stored
  return {
    uploads: { ...uploads, add: (files) => void add(files) },
    types: videoTypes,
    filesMax: 1,
    filenames: video ? [video, ...(stills.current.get(video) ?? [])] : [],
    encodingLook,
  }
}

const storedItem = (name: string, picture: string | undefined): UploadItem => ({
  id: name,
  name,
  bytes: 0,
  sentBytes: 0,
  state: 'ready',
  stored: name,
  ...(picture ? { preview: `/files/${picture}` } : {}),
})

/** The names of stored files by the product that they are for. */
export type FilesByProduct = Partial<Record<Product, readonly string[]>>

const pictures = (names: readonly string[] = []) => names.map((name) => storedItem(name, name))

/**
 * The files of each product are kept apart, so going back to another product loses none. What is stored already comes
 * along.
 */
export function useAllMaterials(stored: FilesByProduct): Record<Product, Materials> {
  // The video comes first, then the files made from it.
  const [film, ...made] = stored.VIDEO ?? []
  return {
    BANNER: useImages('BANNER', pictures(stored.BANNER)),
    INTERSTITIAL: useImages('INTERSTITIAL', pictures(stored.INTERSTITIAL)),
    VIDEO: useVideo(film ? [storedItem(film, made[0])] : [], made),
  }
}
