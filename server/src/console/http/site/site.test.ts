import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerSite } from './site.ts'

let distDir: string
let app: FastifyInstance

const page = (language: string) =>
  `<!doctype html><html lang="${language}"><link rel="canonical" href="{{origin}}/?lang=${language}"><demo-only><a href="/playground">play</a></demo-only><p>home</p>`

async function serve(demo: boolean): Promise<FastifyInstance> {
  const made = Fastify()
  registerSite(made, { distDir, demo, publicUrl: 'https://ads.example.kr/' })
  await made.ready()
  return made
}

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'voltline-site-'))
  await mkdir(join(distDir, 'site'))
  await mkdir(join(distDir, 'downloads'))
  await writeFile(join(distDir, 'site/home.en.html'), page('en'))
  await writeFile(join(distDir, 'site/home.ko.html'), page('ko'))
  await writeFile(join(distDir, 'downloads/voltline-guide-en.pdf'), '%PDF-1.7')
  await writeFile(join(distDir, 'secret.pdf'), 'not for you')
  app = await serve(true)
})
afterAll(async () => {
  await app.close()
  await rm(distDir, { recursive: true })
})

test('PUBLIC-01 ROUTE-01 the home page is sent in the language that the visitor reads', async () => {
  const english = await app.inject({ url: '/', headers: { 'accept-language': 'en' } })
  const korean = await app.inject({ url: '/', headers: { 'accept-language': 'ko-KR' } })
  expect([english.statusCode, korean.statusCode]).toEqual([200, 200])
  expect(english.body).toContain('lang="en"')
  expect(korean.body).toContain('lang="ko"')
  expect(english.headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding')
  expect(english.headers['cache-control']).toBe('no-cache')
})

test('a page that has not changed is not sent again, and each language has its own tag', async () => {
  const first = await app.inject({ url: '/?lang=en' })
  const again = (lang: string) =>
    app.inject({ url: `/?lang=${lang}`, headers: { 'if-none-match': String(first.headers.etag) } })
  expect((await again('en')).statusCode).toBe(304)
  expect((await again('ko')).statusCode).toBe(200)
})

test('pages are compressed for clients that accept it', async () => {
  const get = (accepted: string) => app.inject({ url: '/?lang=en', headers: { 'accept-encoding': accepted } })
  const plain = await get('identity')
  const brotli = await get('gzip, deflate, br, zstd')
  const gzipped = await get('gzip')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
})

test('an explicit choice of language is remembered without JavaScript, an unknown one is not', async () => {
  const chosen = await app.inject({ url: '/?lang=ko' })
  expect(chosen.headers['set-cookie']).toMatch(/^lang=ko; Path=\/;/)
  const strange = await app.inject({ url: '/?lang=xx%0d%0aSet-Cookie:a=b' })
  expect(strange.headers['set-cookie']).toBeUndefined()
})

test('absolute addresses in a page are those of the configured origin, whatever the Host header says', async () => {
  const { body } = await app.inject({ url: '/?lang=en', headers: { host: 'evil.example' } })
  expect(body).toContain('href="https://ads.example.kr/?lang=en"')
  expect(body).not.toContain('evil')
  expect(body).not.toContain('{{')
})

test('without demo data nothing links to the playground', async () => {
  const bare = await serve(false)
  expect((await app.inject('/')).body).toContain('/playground')
  const { body } = await bare.inject('/')
  expect(body).not.toContain('playground')
  expect(body).toContain('<p>home</p>')
  await bare.close()
})

test('ROUTE-02 a mailed sign-up link redirects to /signup with e-mail and token', async () => {
  const { statusCode, headers } = await app.inject('/?type=signup&email=dain%40orchardlab.kr&token=abc')
  expect(statusCode).toBe(302)
  expect(headers.location).toBe('/signup?email=dain%40orchardlab.kr&token=abc')
  expect(headers['cache-control']).toBe('no-store')
})

test('ROUTE-03 a mailed reset link redirects to /reset-password with the token', async () => {
  const { statusCode, headers } = await app.inject('/?type=findpw&token=abc')
  expect(statusCode).toBe(302)
  expect(headers.location).toBe('/reset-password?token=abc')
})

test.each([
  ['/?type=signup&email=a%40b.kr', 'no token'],
  ['/?type=signup&token=abc', 'no e-mail'],
  ['/?type=findpw', 'no token'],
  ['/?type=other&email=a%40b.kr&token=abc', 'another type'],
  ['/?type=signup&type=findpw&email=a%40b.kr&token=abc', 'two types'],
])('%s (%s) is the home page', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(200)
})

test.each([
  'x\r\nSet-Cookie: a=b',
  'x&email=evil@evil.kr',
  'x#/admin',
  '//evil.example',
  '\\evil',
  '%2f%2fevil',
  'ünï한글',
])('threat 37: %j in a mailed link stays inside its own value', async (hostile) => {
  const query = new URLSearchParams({ type: 'signup', email: hostile, token: hostile, extra: hostile })
  const { headers } = await app.inject(`/?${query}`)
  const target = new URL(String(headers.location), 'https://ads.example.kr')
  expect(String(headers.location)).not.toMatch(/[\r\n#]/)
  expect(target.origin + target.pathname).toBe('https://ads.example.kr/signup')
  expect([...target.searchParams]).toEqual([
    ['email', hostile],
    ['token', hostile],
  ])
})

test('downloads are sent as files under their own name, and nothing beside them can be reached', async () => {
  const good = await app.inject('/downloads/voltline-guide-en.pdf')
  expect(good.statusCode).toBe(200)
  expect(good.headers['content-type']).toBe('application/pdf')
  expect(good.headers['content-disposition']).toBe('attachment; filename="voltline-guide-en.pdf"')
  for (const name of ['..%2fsecret.pdf', '%2e%2e/secret.pdf', 'missing.pdf', '.pdf', 'a%00.pdf', 'a.html']) {
    expect((await app.inject(`/downloads/${name}`)).statusCode, name).toBe(404)
  }
})

test('the sitemap names every page but the unfinished one, in both languages, and robots.txt names the sitemap', async () => {
  const sitemap = await app.inject('/sitemap.xml')
  expect(sitemap.headers['content-type']).toContain('application/xml')
  expect(sitemap.body).toContain('<loc>https://ads.example.kr/home-help?lang=ko</loc>')
  expect(sitemap.body).toContain('hreflang="en" href="https://ads.example.kr/privacy?lang=en"')
  expect(sitemap.body).not.toContain('home-support')
  expect(sitemap.body).toContain('<loc>https://ads.example.kr/quality?lang=ko</loc>')
  expect(sitemap.body.match(/<url>/g)).toHaveLength(28)
  const robots = await app.inject('/robots.txt')
  expect(robots.body).toContain('Sitemap: https://ads.example.kr/sitemap.xml')
  expect(robots.body).toContain('Disallow: /api/')
})

test('a page that was not built is a 404, not a fault', async () => {
  expect((await app.inject('/home-help')).statusCode).toBe(404)
})
