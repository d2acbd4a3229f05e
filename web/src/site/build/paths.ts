import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const webDir = join(import.meta.dirname, '../../..')
export const siteDir = join(import.meta.dirname, '..')
export const distDir = join(webDir, 'dist')
export const sdkDir = join(webDir, '../sdk')
/** Generated files, by the hash of their inputs. */
export const cacheDir = join(webDir, '.cache/site')

const pretendard = dirname(createRequire(import.meta.url).resolve('pretendard/package.json'))
export const fontFiles = {
  variable: join(pretendard, 'dist/public/variable/PretendardVariable.ttf'),
  regular: join(pretendard, 'dist/public/static/alternative/Pretendard-Regular.ttf'),
  semibold: join(pretendard, 'dist/public/static/alternative/Pretendard-SemiBold.ttf'),
  bold: join(pretendard, 'dist/public/static/alternative/Pretendard-Bold.ttf'),
  extrabold: join(pretendard, 'dist/public/static/alternative/Pretendard-ExtraBold.ttf'),
} as const
