import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, WrongSetting } from './settings.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'voltline-settings-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const secretKey = 'a key of 32 characters or more, for tests'
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://ads.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  DATABASE_URL: 'postgres://db.example.com/voltline',
  SECRET_KEY: secretKey,
}

function refusalOf(environment: Record<string, string | undefined>): string {
  try {
    readSettings({ DATA_DIR: dataDir, ...environment })
  } catch (fault) {
    if (fault instanceof WrongSetting) return fault.message
    throw fault
  }
  return ''
}

type Case = [environment: Record<string, string>, message: string]

describe('a wrong setting stops the start with one line that names it', () => {
  const whole = (name: string, min: number, max: number, value: string): Case => [
    { [name]: value },
    `${name} must be a whole number from ${min} to ${max}, not "${value}".`,
  ]

  test.each<Case>([
    whole('PORT', 0, 65_535, 'http'),
    whole('PORT', 0, 65_535, '65536'),
    whole('BACKUP_DAYS', 1, 3_660, '0'),
    [{ BACKUP_URL: '/backup' }, 'BACKUP_URL is set, so BACKUP_KEY is needed too.'],
    [{ BACKUP_URL: '/backup', BACKUP_KEY: 'short' }, 'BACKUP_KEY must have at least 32 characters.'],
    [
      { BACKUP_URL: 's3://bucket/voltline', BACKUP_KEY: secretKey },
      'BACKUP_URL is in S3, so S3_ENDPOINT is needed too.',
    ],
    whole('TRUST_PROXY', 0, 20, '-1'),
    whole('MIN_PAYOUT', 1, 1_000_000_000, '1.5'),
    whole('EVENT_DAYS', 9, 3_660, '8'),
    whole('EVENT_PARTITIONS', 1, 256, '0'),
    whole('EVENT_PARTITIONS', 1, 256, '257'),
    whole('DETECTOR_Z', 1, 1_000, '0'),
    whole('DETECTOR_EVENTS', 50, 1_000_000_000, '10'),
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1, not "yes".'],
    [{ RATE_LIMITS: '2' }, 'RATE_LIMITS must be 0 or 1, not "2".'],
    [{ AD_REVIEW: 'never' }, 'AD_REVIEW must be one of after, before, off, not "never".'],
    [{ TRAFFIC_RULES: '2' }, 'TRAFFIC_RULES must be 0 or 1, not "2".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".'],
    [{ ROLES: 'web,bill' }, 'ROLES must be "all" or some of web, delivery, billing, worker, not "web,bill".'],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must be a URL starting with postgres:// or postgresql://.',
    ],
    [
      { EVENT_LOG_URL: 'http://user:secret@nats:4222' },
      'EVENT_LOG_URL must be like nats://user:password@host:4222,host2:4222, or tls://.',
    ],
    [{ NATS_PREFIX: 'a.b' }, 'NATS_PREFIX must have 1 to 32 letters, digits, - or _, not "a.b".'],
    whole('EVENT_LOG_MAX_BYTES', 1, 999_999_999_999_999, '10GB'),
    [
      { DATABASE_URL: 'postgres://a:5432,mysql:x/voltline' },
      'DATABASE_URL must be a URL starting with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_READ_URL: 'postgres://replica/voltline' },
      'DATABASE_READ_URL is set, so DATABASE_URL is needed too.',
    ],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_ENDPOINT is set, so S3_BUCKET is needed too.'],
    [
      { HUMAN_CHECK: 'turnstile' },
      'HUMAN_CHECK=turnstile needs HUMAN_CHECK_SITE_KEY and HUMAN_CHECK_SECRET.',
    ],
    [{ NETWORK_SHARE: '0.95' }, 'NETWORK_SHARE must be from 0 to 0.9 with at most 6 decimals, not "0.95".'],
    [{ VOLTLINE_NOW: 'soon' }, 'VOLTLINE_NOW must be an ISO 8601 time, not "soon".'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters.'],
    [
      { SECRET_KEY_OLD: `${'a'.repeat(32)},short` },
      'SECRET_KEY_OLD must be keys of at least 32 characters, separated by commas.',
    ],
    [{ OPS_TOKEN: 'x'.repeat(31) }, 'OPS_TOKEN must have at least 32 characters.'],
  ])('%j', (environment, message) => {
    expect(refusalOf(environment)).toBe(message)
  })
})

describe('production', () => {
  test('starts with the settings it needs, and listens on every address', () => {
    expect(readSettings({ DATA_DIR: dataDir, ...production })).toMatchObject({
      production: true,
      host: '0.0.0.0',
      demo: false,
      logLevel: 'info',
    })
  })

  test.each(['PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL', 'SECRET_KEY'])('needs %s', (name) => {
    expect(refusalOf({ ...production, [name]: undefined })).toBe(`${name} is needed in production.`)
  })

  test.each<Case>([
    [{ DEMO: '1' }, 'DEMO=1 is refused in production.'],
    [{ RATE_LIMITS: '0' }, 'RATE_LIMITS=0 is refused in production.'],
    [{ TRAFFIC_RULES: '0' }, 'TRAFFIC_RULES=0 is refused in production.'],
    [{ CALLBACK_ALLOW_PRIVATE: '1' }, 'CALLBACK_ALLOW_PRIVATE=1 is refused in production.'],
    [{ HUMAN_CHECK: 'test' }, 'HUMAN_CHECK=test is refused in production.'],
    [{ VOLTLINE_NOW: '2026-11-01T00:00:00Z' }, 'VOLTLINE_NOW is refused in production.'],
  ])('refuses %j', (environment, message) => {
    expect(refusalOf({ ...production, ...environment })).toBe(message)
  })
})

test('an empty value counts as none, and the key of the first start is kept', () => {
  const first = readSettings({ DATA_DIR: dataDir, PORT: '', ROLES: ' ' })
  expect(first).toMatchObject({ port: 3_000, publicUrl: 'http://localhost:3000', demo: true })
  expect(first.roles.size).toBe(4)
  expect(readSettings({ DATA_DIR: dataDir }).secretKey).toBe(first.secretKey)
})

test('docs/settings.md names every setting', () => {
  const source = readFileSync(join(import.meta.dirname, 'settings.ts'), 'utf8')
  const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
  const names = new Set(source.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g)?.filter((name) => name.length > 3))
  const documented = new Set(page.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g))
  expect(names.size).toBeGreaterThan(25)
  expect([...names].filter((name) => !documented.has(name))).toEqual([])
})
