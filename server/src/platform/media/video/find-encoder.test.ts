import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { makeLog } from '../../log.ts'
import { encodersInOrder, type OpenEncoder, VideoEncoding } from './find-encoder.ts'
import type { VideoEncoder } from './video.ts'

const onPath = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' }
const silent = makeLog('silent')
const named = (name: string): VideoEncoder => ({ name, probe: vi.fn(), encode: vi.fn() })
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('without ffmpeg on the machine the package encodes a video', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-packaged-'))
  const path = join(folder, 'video.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25', '-f', 'lavfi', '-i', 'sine']
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, '-t', '5', '-pix_fmt', 'yuv420p', path])
  vi.stubEnv('PATH', '/nowhere')
  const encoder = await new VideoEncoding(encodersInOrder(onPath), silent).find()
  expect(encoder?.name).toContain('node-webcodecs')
  const probed = await encoder?.probe({ path, folder })
  expect(probed).toEqual({ ok: true, value: { durationMs: 5_000, width: 320, height: 180 } })
  const encoded = await encoder?.encode({ path, folder, width: 320, height: 180 })
  expect(encoded).toMatchObject({ ok: true, value: { video: { width: 1280, height: 720 } } })
  rmSync(folder, { recursive: true, force: true })
})

test('the first encoder that works is used', async () => {
  const opened: string[] = []
  const candidate =
    (name: string, works: boolean): OpenEncoder =>
    async () => {
      opened.push(name)
      return works ? named(name) : undefined
    }
  const find = (isOnPath: boolean) =>
    new VideoEncoding([candidate('path', isOnPath), candidate('package', true)], silent).find()
  expect((await find(true))?.name).toBe('path')
  expect((await find(false))?.name).toBe('package')
  expect(opened).toEqual(['path', 'path', 'package'])
})

test('programs named by FFMPEG_PATH and FFPROBE_PATH win, and nothing replaces them if they do not run', async () => {
  const find = (programs: typeof onPath) => new VideoEncoding(encodersInOrder(programs), silent).find()
  expect(await find({ ...onPath, ffmpegPath: '/no/such/ffmpeg' })).toBeUndefined()
  const paths = await Promise.all(['ffmpeg', 'ffprobe'].map((name) => promisify(execFile)('which', [name])))
  const [ffmpegPath = '', ffprobePath = ''] = paths.map(({ stdout }) => stdout.trim())
  vi.stubEnv('PATH', '/nowhere')
  expect((await find({ ffmpegPath, ffprobePath }))?.name).toMatch(/^ffmpeg /)
})

test('without any encoder one line says what to install, and ffmpeg is found once it is installed', async () => {
  const lines: string[] = []
  const log = Object.assign(makeLog('silent'), {
    warn: (_fields: object, line: string) => lines.push(line),
  })
  let installed: VideoEncoder | undefined
  const encoding = new VideoEncoding([async () => installed], log)
  expect(await encoding.find()).toBeUndefined()
  expect(await encoding.find()).toBeUndefined()
  expect(lines).toEqual([expect.stringContaining('video needs ffmpeg')])
  expect(lines[0]).toContain('FFMPEG_PATH')
  installed = named('ffmpeg 8')
  const nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + 11_000)
  expect((await encoding.find())?.name).toBe('ffmpeg 8')
})
