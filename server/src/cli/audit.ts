import { text } from 'node:stream/consumers'
import { minute } from '@voltline/kernel'
import { type ChainCheck, verifyChain } from '../domain/audit/chain.ts'
import { compareWithChain, readSignedHead } from '../domain/audit/signed-head.ts'
import { openStore } from '../platform/files/open.ts'
import { Secrets } from '../platform/secrets.ts'
import { readSettings, type Settings } from '../platform/settings.ts'
import { withDatabase } from './open-database.ts'

const usage = `Usage:
  npm run audit -- verify [--head HASH]   checks every audited change against the chain of hashes, and the chain
                                          against the signed heads in the file store; HASH is a head that was noted earlier and must still be in the chain`

const statementMsMax = 10 * minute
const say = (line: string) => process.stdout.write(`${line}\n`)

function readHead(args: readonly string[]): string | undefined {
  const [command, option, head, ...rest] = args
  if (command !== 'verify' || rest.length > 0) throw new Error(usage)
  if (option === undefined) return undefined
  if (option !== '--head' || !head || !/^[0-9a-f]{64}$/.test(head)) throw new Error(usage)
  return head
}

/** Compares the chain with every head that was signed at the end of a day. */
async function compareWithStore(settings: Settings, check: ChainCheck) {
  const store = await openStore(settings)
  const secrets = new Secrets(settings.secretKey, settings.formerSecretKeys)
  const names = await store.list('audit')
  const findings: string[] = []
  for (const name of names) {
    const bytes = await store.open(name)
    const day = name.slice('audit/'.length, -'.json'.length)
    const kept = bytes && readSignedHead(secrets, day, await text(bytes))
    findings.push(...(kept ? compareWithChain(kept, check) : [`${name} does not have our signature`]))
  }
  return { findings, heads: names.length, newest: names.at(-1) }
}
type StoreCheck = Awaited<ReturnType<typeof compareWithStore>>

/** Returns whether every check passed. */
function report(check: ChainCheck, kept: StoreCheck, head: string | undefined): boolean {
  const findings = [...check.findings, ...kept.findings]
  if (head !== undefined && !check.steps.some((step) => step.head === head))
    findings.push(`the head ${head} is no longer in the chain`)
  for (const finding of findings) say(`WRONG: ${finding}`)
  say(`${check.rows} audit rows in ${check.links} links; ${check.unchained} newer rows wait to be chained.`)
  if (check.head) say(`Head: ${check.head}`)
  say(kept.newest ? `${kept.heads} signed heads, the newest ${kept.newest}.` : 'No head has been signed yet.')
  say(findings.length === 0 ? 'Nothing was changed or removed.' : `${findings.length} findings.`)
  return findings.length === 0
}

try {
  const head = readHead(process.argv.slice(2))
  const settings = readSettings(process.env)
  const check = await withDatabase({ settings, say, statementMsMax }, (db) => db.snapshot(verifyChain))
  if (!report(check, await compareWithStore(settings, check), head)) process.exitCode = 1
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
