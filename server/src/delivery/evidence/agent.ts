import { isbot } from 'isbot'
import type { AgentClass } from '../../domain/quality/evidence/evidence.ts'

/** The HTTP stacks of apps, some of which lists of bots take for tools. */
const appStacks = /\b(Dalvik|CFNetwork|okhttp|UnityPlayer)\b/i
const browser = /^Mozilla\//
const knownMax = 10_000
const known = new Map<string, AgentClass>()

function classify(userAgent: string): AgentClass {
  if (appStacks.test(userAgent)) return 'APP'
  if (isbot(userAgent)) return 'BOT'
  return browser.test(userAgent) ? 'BROWSER' : 'APP'
}

/** Few user agents make most of the traffic, and the list of bots is one large expression. */
export function agentOf(userAgent: string): AgentClass {
  const found = known.get(userAgent)
  if (found) return found
  const agent = classify(userAgent)
  if (known.size >= knownMax) known.clear()
  known.set(userAgent, agent)
  return agent
}
