import { rmSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { makeDatabaseFolder } from '../server/testing/database-folder.ts'
import { freePort } from '../server/testing/free-port.ts'
import { chromiumArgs } from './support/chromium.ts'
import { secretKey } from './support/program.ts'

/** Workers load this file too, so they get the port and the folder from the environment. */
const port = process.env.VOLTLINE_TEST_PORT ?? String(await freePort())
const dataDir = process.env.VOLTLINE_TEST_DATA_DIR ?? temporaryFolder()
process.env.VOLTLINE_TEST_PORT = port
process.env.VOLTLINE_TEST_DATA_DIR = dataDir

function temporaryFolder(): string {
  const folder = makeDatabaseFolder('voltline-browser-')
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
      args: chromiumArgs,
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    cwd: '..',
    url: `${address}/readyz`,
    // The first start creates 200 days of history.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      DEMO: '1',
      HUMAN_CHECK: 'test',
      RATE_LIMITS: '0',
      TRAFFIC_RULES: '0',
    },
  },
})
