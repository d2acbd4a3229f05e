import type { SitePath } from '@voltline/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from './language.ts'
import { type Assets, SiteDocument } from './layout/document.tsx'
import { sitePages } from './pages.tsx'

/** The text that the page's social card shows. */
export const headlineOf = (path: SitePath, language: Language): string => sitePages[path].headline[language]

/** The HTML file of one page in one language. */
export function renderPage(path: SitePath, language: Language, assets: Assets): string {
  const page = sitePages[path]
  return `<!doctype html>${renderToStaticMarkup(
    <SiteDocument
      language={language}
      path={path}
      title={page.head[language].title}
      description={page.head[language].description}
      bare={page.bare ?? false}
      assets={assets}
    >
      {page.body(language)}
    </SiteDocument>,
  )}\n`
}
