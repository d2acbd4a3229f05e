import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Workers load this file too, so what is made here once is handed to them in the environment. */
const port = process.env.VOLTLINE_TEST_PORT ?? String(await freePort())
const dataDir = process.env.VOLTLINE_TEST_DATA_DIR ?? temporaryFolder()
process.env.VOLTLINE_TEST_PORT = port
process.env.VOLTLINE_TEST_DATA_DIR = dataDir

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-browser-'))
  // Open to the user that the database runs as, so that all of it is gone with this folder.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const address = `http://localhost:${port}`

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    trace: 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `${address}/readyz`,
    // The first start fills the data folder with 200 days of history.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: { PORT: port, DATA_DIR: dataDir, DEMO: '1', HUMAN_CHECK: 'test', RATE_LIMITS: '0' },
  },
})
