import { languages, type SitePath, sitePaths, unlistedSitePaths } from '@voltline/contract'

/** Every listed page in both languages, each entry naming its translations. */
export function sitemap(origin: string): string {
  const address = (path: SitePath, language: string) => `${origin}${path}?lang=${language}`
  const translations = (path: SitePath) =>
    languages.map(
      (language) =>
        `    <xhtml:link rel="alternate" hreflang="${language}" href="${address(path, language)}"/>`,
    )
  const entries = sitePaths
    .filter((path) => !unlistedSitePaths.includes(path))
    .flatMap((path) =>
      languages.map((language) =>
        ['  <url>', `    <loc>${address(path, language)}</loc>`, ...translations(path), '  </url>'].join(
          '\n',
        ),
      ),
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`
}

/** The consoles need a session, so a crawler finds nothing there. A bare `/ad` would match every path that begins so. */
export function robots(origin: string): string {
  const disallowed = [
    '/api/',
    '/sdk/',
    '/admin',
    '/dev/',
    '/ad$',
    '/ad-',
    '/pub$',
    '/pub-',
    '/c/',
    '/postback/',
    '/why/',
  ]
  return [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
