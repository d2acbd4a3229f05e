import {
  encodeAccepted,
  encodeVideo,
  encodeVideo2,
  imageSignedUrl,
  limits,
  videoDuration,
  videoSignedUrl,
} from '@voltline/contract'
import { minute, ok, refuse } from '@voltline/kernel'
import {
  checkImages,
  imageSidesMax,
  isVideoLength,
  isVideoType,
  nameInUploadUrl,
} from '../../../domain/ad/material/material.ts'
import { findOwnVideo } from '../../../domain/ad/material/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { fileUrl, issueUpload } from '../../../platform/files/uploads.ts'
import { queueEncoding } from '../../../platform/media/encoding.ts'
import { videoEncoderMissing } from '../../../platform/media/video/find-encoder.ts'
import type { FeatureServices } from '../../feature.ts'

/** Encoding takes minutes of processor time. */
const encodeRate = { count: 30, windowMs: minute }

export function registerMaterial(services: FeatureServices): void {
  const { handle, db, clock, secrets, settings, files } = services
  const { publicUrl } = settings
  registerEncoding(services)

  handle(imageSignedUrl, async ({ input, session }) => {
    const types = checkImages(input.product, input.uploadFiles)
    if (!types.ok) return types
    const sidesMax = input.product === 'VIDEO' ? undefined : imageSidesMax[input.product]
    const urls = await db.transaction(async (tx) => {
      const issued = []
      for (const [index, contentType] of types.value.entries()) {
        const upload = {
          customerId: session.customerId,
          folder: 'image' as const,
          contentType,
          bytesMax: limits.imageBytesMax,
          isPrivate: false,
          originalName: input.uploadFiles[index]?.name ?? '',
          ...(sidesMax && { sidesMax }),
        }
        issued.push(await issueUpload(tx, upload, { now: clock.now(), secrets, publicUrl }))
      }
      return issued
    })
    return ok({ urls: urls.map(({ name, uploadURL }) => ({ uploadURL, filename: name })) })
  })

  handle(videoSignedUrl, async ({ input, session }) => {
    const { product, filetype } = input
    if (product !== 'VIDEO') return refuse('UNKNOWN', 'product: a video needs VIDEO')
    if (!isVideoType(filetype)) return refuse('UNKNOWN', 'filetype: must be video/mp4 or video/quicktime')
    if (!(await files.videoEncoding.find())) return refuse('UNKNOWN', videoEncoderMissing)
    const upload = {
      customerId: session.customerId,
      folder: 'video' as const,
      contentType: filetype,
      bytesMax: limits.videoBytesMax,
      isPrivate: false,
      originalName: input.orginname,
    }
    const { uploadURL } = await db.transaction((tx) =>
      issueUpload(tx, upload, { now: clock.now(), secrets, publicUrl }),
    )
    return ok({ uploadURL })
  })

  handle(videoDuration, async ({ input, session }) => {
    const name = nameInUploadUrl(input.url, publicUrl)
    const video = name && (await db.read((reader) => findOwnVideo(reader, session.customerId, name)))
    if (!video) return refuse('NO_PERMISSION')
    // The length was measured when the bytes arrived, so no address that a caller sends is ever fetched.
    if (video.durationMs === undefined) return refuse('UNKNOWN', 'url: the video’s length is not known')
    return ok({ duration: video.durationMs / 1_000, url: fileUrl(publicUrl, video.name) })
  })
}

/** The API has two paths for the same call. */
function registerEncoding({ handle, db, clock }: FeatureServices): void {
  for (const call of [encodeVideo, encodeVideo2]) {
    handle(
      call,
      async ({ input, session }) =>
        db.transaction(async (tx) => {
          const now = clock.now()
          const video = await findOwnVideo(tx, session.customerId, input.filename)
          if (!video) return refuse('NO_PERMISSION')
          if (!isVideoLength(video.durationMs)) {
            const { videoSecondsMin, videoSecondsMax } = limits
            return refuse(
              'UNKNOWN',
              `filename: a video runs ${videoSecondsMin} to ${videoSecondsMax} seconds`,
            )
          }
          await queueEncoding(tx, video, now)
          const row = { actor: session, action: call.path, entity: 'file', entityId: video.id, at: now }
          await audit(tx, { ...row, became: { name: video.name } })
          return ok({ statusCode: encodeAccepted, resultURL: `/files/jobs/${video.name}.json` })
        }),
      { rate: encodeRate },
    )
  }
}
