import { z } from 'zod'
import { call } from './common/call.ts'
import { platforms, products } from './common/enums.ts'
import { Count, DeclaredFile, StoreDetails, UploadLink } from './common/fields.ts'
import { limits } from './common/limits.ts'

export const imageSignedUrl = call('POST', 'ad/ad/s3-get-signed-url', {
  who: 'ADVERTISER',
  about: 'Upload links for ad images, one per named file, in order.',
  input: z.object({ product: z.enum(products), uploadFiles: z.array(DeclaredFile).min(1).max(2) }),
  output: z.object({ urls: z.array(UploadLink) }),
  refuses: ['UNKNOWN'],
  multipart: true,
})

export const videoSignedUrl = call('POST', 'ad/ad/s3-get-signed-url-video', {
  who: 'ADVERTISER',
  about: 'An upload link for a video; the last segment of its path is the file’s name.',
  input: z.object({
    product: z.enum(products),
    orginname: z.string().max(255),
    filetype: z.string().max(127),
  }),
  output: z.object({ uploadURL: z.string() }),
  refuses: ['UNKNOWN'],
})

export const videoDuration = call('POST', 'ad/ad/duration', {
  who: 'ADVERTISER',
  about: 'The length in seconds of an uploaded video.',
  input: z.object({ url: z.string().max(4_096) }),
  output: z.object({ duration: z.number(), url: z.string() }),
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

const encode = {
  who: 'ADVERTISER',
  about: 'Requests the encoding of an uploaded video; 202 means accepted, the result is at resultURL.',
  input: z.object({ filename: z.string().max(255) }),
  output: z.object({ statusCode: Count, resultURL: z.string() }),
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
} as const

export const encodeVideo = call('POST', 'ad/ad/video', encode)

export const encodeVideo2 = call('POST', 'ad/ad/video2', encode)

export const scrapeStore = call('POST', 'ad/ad/scraper', {
  who: 'ADVERTISER',
  about: 'Looks an app up in its store.',
  input: z.object({
    country: z.string().max(64).default(''),
    platform: z.enum(platforms),
    material0: z.string().max(255).default(''),
    storeURL: z.string().max(limits.urlMax),
  }),
  output: z.object({ appInfo: StoreDetails, matNames: z.array(z.string()) }),
  refuses: ['UNKNOWN', 'NO_PERMISSION', 'TRYAGAIN_LATER'],
})

export const materialCalls = [
  imageSignedUrl,
  videoSignedUrl,
  videoDuration,
  encodeVideo,
  encodeVideo2,
  scrapeStore,
] as const
