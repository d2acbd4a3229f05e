import base from './playwright.config.ts'

const { webServer: _unused, ...rest } = base
export default { ...rest, use: { ...rest.use, baseURL: process.env.BASE_URL }, outputDir: '/tmp/pub/pw' }
