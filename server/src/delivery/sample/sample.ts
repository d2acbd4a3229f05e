import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PricingModel, Product } from '@voltline/contract'

export const samplePath = '/sdk/v1/sample/'

export const sampleName = 'Voltline test ad'

/** Test ads, marked so that nobody takes them for real ones. */
export const samples: Readonly<Record<Product, { file: string; billingType: PricingModel }>> = {
  BANNER: { file: 'banner.png', billingType: 'CPM' },
  INTERSTITIAL: { file: 'interstitial.png', billingType: 'CPC' },
  VIDEO: { file: 'video.mp4', billingType: 'CPV' },
}

const files = new Map(
  Object.values(samples).map(({ file }) => [
    file,
    {
      bytes: readFileSync(join(import.meta.dirname, file)),
      type: file.endsWith('.mp4') ? 'video/mp4' : 'image/png',
    },
  ]),
)

/** Of the sample video. */
export const sampleVideo = { width: 640, height: 360, durationMs: 5_000 } as const

export const sampleFile = (name: string) => files.get(name)
