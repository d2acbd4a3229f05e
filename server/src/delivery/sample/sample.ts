import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PricingModel, Product } from '@voltline/contract'

export const samplePath = '/sdk/v1/sample/'

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

export const sampleFile = (name: string) => files.get(name)
