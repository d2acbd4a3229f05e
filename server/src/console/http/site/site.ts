import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import {
  demoOnlyTag,
  type Language,
  languages,
  originPlaceholder,
  type SitePath,
  sitePageName,
  sitePaths,
} from '@voltline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified, weakEtagOfContent } from '../../../platform/etag.ts'
import { languageCookie, pickLanguage } from '../request/language.ts'
import { robots, sitemap } from './crawlers.ts'
import { registerDownloads } from './downloads.ts'
import { mailLinkTarget, singleValues } from './mail-link.ts'
import { readIfPresent } from './read-if-present.ts'

const demoOnly = new RegExp(`<${demoOnlyTag}>.*?</${demoOnlyTag}>`, 'gs')

export interface SiteOptions {
  /** The web build's folder: pages in `site/`, files to download in `downloads/`. */
  distDir: string
  /** Without demo data there is no playground, so the links to it are removed. */
  demo: boolean
  /** The address in canonical links, social cards and the sitemap. */
  publicUrl?: string
}

interface Page {
  etag: string
  /** Compressed once, when the page is first loaded. */
  bodies: Record<'identity' | 'br' | 'gzip', Buffer>
}

export function registerSite(app: FastifyInstance, options: SiteOptions): void {
  const origin = new URL(options.publicUrl ?? 'http://localhost:3000').origin
  const loadPage = pageLoader(options, origin)

  for (const path of sitePaths) {
    app.get(path, async (request, reply) => {
      const target = path === '/' ? mailLinkTarget(request.query) : undefined
      if (target !== undefined) return reply.header('Cache-Control', 'no-store').redirect(target, 302)
      return sendPage(request, reply, await loadPage(path, languageOf(request)))
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

function languageOf(request: FastifyRequest): Language {
  return pickLanguage({
    query: singleValues(request.query).lang,
    cookieHeader: request.headers.cookie,
    acceptLanguage: request.headers['accept-language'],
  })
}

function pageLoader(options: SiteOptions, origin: string) {
  const loaded = new Map<string, Page>()
  return async (path: SitePath, language: Language): Promise<Page | undefined> => {
    const file = `${sitePageName(path)}.${language}.html`
    const known = loaded.get(file)
    if (known) return known
    const built = await readIfPresent(join(options.distDir, 'site', file))
    if (!built) return undefined
    const text = built.toString('utf8').replaceAll(originPlaceholder, origin)
    const html = Buffer.from(options.demo ? text : text.replaceAll(demoOnly, ''))
    const page: Page = {
      etag: weakEtagOfContent(html),
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
  rememberLanguage(request, reply)
  reply.headers({
    ETag: page.etag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  })
  if (isNotModified(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** Browsers send plain encoding names. A client that sends quality values gets the page uncompressed. */
function encodingOf(accepted: unknown): keyof Page['bodies'] {
  const names = typeof accepted === 'string' ? accepted.split(',').map((name) => name.trim()) : []
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding)) ?? 'identity'
}

/** The footer's language switch is a plain link, so the choice is remembered without JavaScript. */
function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = languages.find((language) => language === singleValues(request.query).lang)
  if (chosen)
    reply.header('Set-Cookie', `${languageCookie}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`)
}
