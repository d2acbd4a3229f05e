/** Every page of the public site. The web build types its pages by this list, and the server sends them by it. */
export const sitePaths = [
  '/',
  '/home-benefit',
  '/home-start',
  '/home-sdk',
  '/home-resource',
  '/home-game',
  '/home-app',
  '/home-mediation',
  '/home-publisher',
  '/home-help',
  '/home-support',
  '/terms-advertiser',
  '/terms-publisher',
  '/privacy',
  '/quality',
] as const

export type SitePath = (typeof sitePaths)[number]

/** Not in the sitemap: the page only says that support is not open yet. */
export const unlistedSitePaths: readonly SitePath[] = ['/home-support']

/** The web build writes a page as `site/<name>.<language>.html`. */
export const sitePageName = (path: SitePath): string => (path === '/' ? 'home' : path.slice(1))

/** Replaced by the server's public address, which the build does not know. */
export const originPlaceholder = '{{origin}}'

/** The element around content that a server without demo data removes from the page. */
export const demoOnlyTag = 'demo-only'

/** Every path of the consoles' router. `:id` is a number. The server sends the consoles' HTML for these. */
export const consolePaths = [
  '/signin',
  '/signup',
  '/signup-email',
  '/signup-success',
  '/find-email',
  '/find-password',
  '/verify-email',
  '/reset-password',
  '/failed-authentication',
  '/change-password',
  '/ad',
  '/ad-campaign',
  '/ad-campaign-create',
  '/ad-campaign/:id',
  '/ad-ad',
  '/ad-ad-create',
  '/ad-ad/:id',
  '/ad-report',
  '/ad-report-campaign',
  '/ad-report-ad',
  '/ad-my-page',
  '/pub',
  '/pub-app',
  '/pub-app-create',
  '/pub-app/:id',
  '/pub-inventory',
  '/pub-inventory-create',
  '/pub-inventory/:id',
  '/pub-app-reward',
  '/pub-app-reward-create',
  '/pub-app-reward/:id',
  '/pub-report',
  '/pub-report-day',
  '/pub-report-app',
  '/pub-report-user',
  '/pub-quality',
  '/pub-my-page',
  '/pub-my-page-revenue-details',
  '/pub-my-page-doc',
  '/pub-my-page-request',
  '/pub-my-page-request-list',
  '/admin',
  '/admin/signin',
  '/admin/ads',
  '/admin/apps',
  '/admin/keys',
  '/admin/payouts',
  '/admin/messages',
  '/admin/customers',
  '/admin/customers/:id',
  '/admin/devices',
  '/admin/money',
  '/admin/cases',
  '/admin/cases/:id',
  '/admin/rules',
  '/admin/corrections',
  '/admin/invalid',
  '/admin/audit',
] as const

/** Served only beside demo data. */
export const playgroundPath = '/playground'

export type ConsolePath = (typeof consolePaths)[number] | typeof playgroundPath
