import { chartSignedUrl } from '@voltline/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../testing/test-server.ts'

const server = useTestServer()

test('API-85 PUB-REPORT-12 Q-87 a chart is uploaded once by its link, and only its owner can download it', async () => {
  const publisher = await server.customer('PUBLISHER')
  const { uploadURL } = await publisher.ok(chartSignedUrl, {})
  const { pathname, search } = new URL(uploadURL)
  const body = new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2746E0' } })
      .png()
      .toBuffer(),
  )
  const put = () =>
    fetch(`${server.url}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body,
    })
  expect((await put()).status).toBe(200)
  expect((await put()).status).toBe(403)

  const file = `/files/${pathname.split('/').at(-1)}?download=daily-report.png`
  const down = await publisher.raw(file)
  expect(down.headers.get('content-disposition')).toBe('attachment; filename="daily-report.png"')
  expect(await sharp(await down.arrayBuffer()).metadata()).toMatchObject({
    format: 'png',
    width: 40,
    height: 30,
  })
  expect((await (await server.customer('PUBLISHER')).raw(file)).status).toBe(404)
})
