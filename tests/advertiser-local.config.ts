import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: './advertiser',
  testMatch: '**/*.spec.ts',
  outputDir: '/tmp/advtry/results',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE ?? 'http://localhost:5271',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] },
  },
})
