import { renderToStaticMarkup } from 'react-dom/server'
import { type Assets, SiteDocument } from './document.tsx'
import type { Language } from './language.ts'
import { type SitePage, sitePages } from './pages.tsx'

export { sitePages }

/** One page in one language, as the file that is sent to the browser. */
export function renderPage(page: SitePage, language: Language, assets: Assets): string {
  return `<!doctype html>${renderToStaticMarkup(
    <SiteDocument
      language={language}
      path={page.path}
      title={page.head[language].title}
      description={page.head[language].description}
      bare={page.bare ?? false}
      assets={assets}
    >
      {page.body(language)}
    </SiteDocument>,
  )}\n`
}
