import type { Finding } from './files.ts'

/** The formats of real credentials. None may be committed. */
const shapes: readonly [string, RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n|\n)?[A-Za-z0-9+/]/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/],
  ['a Slack token', /\bxox[abposr]-[A-Za-z0-9-]{20,}/],
  ['a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
  ['a password in an address', /\b[a-z][a-z0-9+]*:\/\/[^\s:/@'"`$]+:[^\s:/@'"`$]{12,}@/],
  // Values for tests contain the word test.
  [
    'a long random value under a secret name',
    /(?:secret|token|password|passwd|api_?key|private_?key|secret_?key)\w*['"]?\s*[:=]\s*['"`](?![^'"`]*test)(?=[^'"`]*\d)(?=[^'"`]*[A-Za-z])[A-Za-z0-9+/_-]{32,}={0,2}['"`]/i,
  ],
]

export function findSecrets(file: string, text: string): Finding[] {
  // The lockfile holds public hashes only. The recorded fixtures hold tokens that were signed with a throw-away key.
  const isRecorded = file.startsWith('sdk/fixtures/')
  if (file === 'package-lock.json' || isRecorded || text.includes('\0')) return []
  const found: Finding[] = []
  text.split('\n').forEach((line, index) => {
    for (const [what, shape] of shapes) {
      if (shape.test(line)) found.push(`${file}:${index + 1} holds ${what}`)
    }
  })
  return found
}
