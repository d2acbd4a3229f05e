import { minute } from '@voltline/kernel'
import { type ChainCheck, verifyChain } from '../domain/audit/chain.ts'
import { readSettings } from '../platform/settings.ts'
import { withDatabase } from './open-database.ts'

const usage = `Usage:
  npm run audit -- verify [--head HASH]   checks every audited change against the chain of hashes;
                                          HASH is a head that was noted earlier and must still be in the chain`

const statementMsMax = 10 * minute
const say = (line: string) => process.stdout.write(`${line}\n`)

function readHead(args: readonly string[]): string | undefined {
  const [command, option, head, ...rest] = args
  if (command !== 'verify' || rest.length > 0) throw new Error(usage)
  if (option === undefined) return undefined
  if (option !== '--head' || !head || !/^[0-9a-f]{64}$/.test(head)) throw new Error(usage)
  return head
}

/** Returns whether every check passed. */
function report(check: ChainCheck, head: string | undefined): boolean {
  const findings = [...check.findings]
  if (head !== undefined && !check.heads.has(head))
    findings.push(`the head ${head} is no longer in the chain`)
  for (const finding of findings) say(`WRONG: ${finding}`)
  say(`${check.rows} audit rows in ${check.links} links; ${check.unchained} newer rows wait to be chained.`)
  if (check.head) say(`Head: ${check.head}`)
  say(findings.length === 0 ? 'Nothing was changed or removed.' : `${findings.length} findings.`)
  return findings.length === 0
}

try {
  const head = readHead(process.argv.slice(2))
  const settings = readSettings(process.env)
  const check = await withDatabase({ settings, say, statementMsMax }, (db) => db.snapshot(verifyChain))
  if (!report(check, head)) process.exitCode = 1
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
