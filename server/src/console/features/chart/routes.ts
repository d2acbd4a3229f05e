import { chartSignedUrl, limits } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import { issueUpload } from '../../../platform/files/uploads.ts'
import type { FeatureServices } from '../../feature.ts'

/** The browser uploads a report's chart as a picture, and then offers it for download. */
export function registerCharts({ handle, db, clock, secrets, settings }: FeatureServices): void {
  handle(chartSignedUrl, async ({ session }) => {
    const { uploadURL } = await db.transaction((tx) =>
      issueUpload(
        tx,
        {
          customerId: session.customerId,
          folder: 'chart',
          contentType: 'image/png',
          bytesMax: limits.chartBytesMax,
          isPrivate: true,
          originalName: '',
        },
        { now: clock.now(), secrets, publicUrl: settings.publicUrl },
      ),
    )
    return ok({ uploadURL })
  })
}
