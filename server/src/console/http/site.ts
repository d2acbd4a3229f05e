import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type Language, languages } from '@voltline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageCookie, pickLanguage } from './language.ts'

/** Every public page: its address, and the name of its files in the build (`<name>.<language>.html`). */
export const sitePages: Readonly<Record<string, string>> = {
  '/': 'home',
  '/home-benefit': 'home-benefit',
  '/home-start': 'home-start',
  '/home-sdk': 'home-sdk',
  '/home-resource': 'home-resource',
  '/home-game': 'home-game',
  '/home-app': 'home-app',
  '/home-mediation': 'home-mediation',
  '/home-publisher': 'home-publisher',
  '/home-help': 'home-help',
  '/home-support': 'home-support',
  '/terms-advertiser': 'terms-advertiser',
  '/terms-publisher': 'terms-publisher',
  '/privacy': 'privacy',
}
/** It only says "not ready", so it is nothing to find by a search. */
const unlisted: readonly string[] = ['/home-support']

/** Stands in the built pages where an absolute address is needed, since the build does not know it. */
const originMark = '{{origin}}'
const demoOnly = /<demo-only>.*?<\/demo-only>/gs

export interface SiteOptions {
  /** The web build's folder: pages in `site/`, files to download in `downloads/`. */
  distDir: string
  /** Without demo data there is no playground, so nothing links to it. */
  demo: boolean
  /** The address in canonical links, social cards and the sitemap. */
  publicUrl?: string
}

interface Page {
  etag: string
  /** The page as it is, and packed once for all who take it packed. */
  bodies: Record<'identity' | 'br' | 'gzip', Buffer>
}

export function registerSite(app: FastifyInstance, options: SiteOptions): void {
  const origin = new URL(options.publicUrl ?? 'http://localhost:3000').origin
  const loadPage = pageLoader(options, origin)

  for (const [path, name] of Object.entries(sitePages)) {
    app.get(path, async (request, reply) => {
      const mailed = path === '/' ? mailedLink(request.query) : undefined
      if (mailed !== undefined) return reply.header('Cache-Control', 'no-store').redirect(mailed, 302)
      return sendPage(request, reply, await loadPage(name, languageOf(request)))
    })
  }
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap(origin)),
  )
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(origin)),
  )
  registerDownloads(app, options.distDir)
}

/**
 * Mails link to the home page; this is where they go on to. Only the parameters we know are carried over,
 * each encoded anew, so nothing that hides in a value can become a parameter or a header of its own.
 */
export function mailedLink(query: unknown): string | undefined {
  const { type, email, token } = textValues(query)
  if (type === 'signup' && email && token) return `/signup?${new URLSearchParams({ email, token })}`
  if (type === 'findpw' && token) return `/reset-password?${new URLSearchParams({ token })}`
  return undefined
}

/** A parameter that was given twice arrives as a list and is left out. */
function textValues(query: unknown): Record<string, string | undefined> {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function languageOf(request: FastifyRequest): Language {
  return pickLanguage({
    query: textValues(request.query).lang,
    cookieHeader: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
  })
}

function pageLoader(options: SiteOptions, origin: string) {
  const loaded = new Map<string, Page>()
  return async (name: string, language: Language): Promise<Page | undefined> => {
    const file = `${name}.${language}.html`
    const known = loaded.get(file)
    if (known) return known
    const built = await readIfThere(join(options.distDir, 'site', file))
    if (!built) return undefined
    const text = built.toString('utf8').replaceAll(originMark, origin)
    const html = Buffer.from(options.demo ? text : text.replaceAll(demoOnly, ''))
    const page: Page = {
      etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
      bodies: {
        identity: html,
        br: await promisify(brotliCompress)(html),
        gzip: await promisify(gzip)(html),
      },
    }
    loaded.set(file, page)
    return page
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page | undefined) {
  if (!page) return reply.callNotFound()
  rememberChoice(request, reply)
  reply.headers({
    ETag: page.etag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** Whoever names an encoding without weighing it takes it; the few who weigh them get the page as it is. */
function encodingOf(accepted: unknown): keyof Page['bodies'] {
  const names = typeof accepted === 'string' ? accepted.split(',').map((name) => name.trim()) : []
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? 'identity'
}

/** The footer's switch is a plain link, so it also works, and is remembered, without JavaScript. */
function rememberChoice(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = languages.find((language) => language === textValues(request.query).lang)
  if (chosen)
    reply.header('Set-Cookie', `${languageCookie}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`)
}

const downloadTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  ai: 'application/postscript',
  png: 'image/png',
  svg: 'image/svg+xml',
  zip: 'application/zip',
}
/** One plain name: no folders, nothing hidden. */
const downloadName = /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.(pdf|ai|png|svg|zip)$/

function registerDownloads(app: FastifyInstance, distDir: string): void {
  app.get<{ Params: { file: string } }>('/downloads/:file', async (request, reply) => {
    const { file } = request.params
    const type = downloadTypes[downloadName.exec(file)?.[1] ?? '']
    const bytes = type && (await readIfThere(join(distDir, 'downloads', file)))
    if (!type || !bytes) return reply.callNotFound()
    return reply
      .headers({ 'Content-Disposition': `attachment; filename="${file}"`, 'Cache-Control': 'no-cache' })
      .type(type)
      .send(bytes)
  })
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function sitemap(origin: string): string {
  const listed = Object.keys(sitePages).filter((path) => !unlisted.includes(path))
  const alternates = (path: string) =>
    languages
      .map(
        (language) =>
          `    <xhtml:link rel="alternate" hreflang="${language}" href="${origin}${path}?lang=${language}"/>`,
      )
      .join('\n')
  const urls = listed.flatMap((path) =>
    languages.map(
      (language) =>
        `  <url>\n    <loc>${origin}${path}?lang=${language}</loc>\n${alternates(path)}\n  </url>`,
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

/** The consoles need a session and say nothing to a crawler; a bare `/ad` would also shut out other pages. */
function robots(origin: string): string {
  const closed = ['/api/', '/sdk/', '/admin', '/dev/', '/ad$', '/ad-', '/pub$', '/pub-', '/c/', '/postback/']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
