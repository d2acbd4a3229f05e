/** Servers of one NATS cluster, and how to sign in. */
export interface NatsServers {
  /** host:port of each. */
  hosts: string[]
  hasTls: boolean
  credentials: { user: string; pass: string } | { token: string } | undefined
}

const defaultPort = 4222
const schemePattern = /^(nats|tls):\/\//
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d{1,5}))?$/i

function parseHost(text: string): string | undefined {
  const found = hostPattern.exec(text)
  const port = Number(found?.[2] ?? defaultPort)
  return found && port >= 1 && port <= 65_535 ? `${found[1]}:${port}` : undefined
}

function parseCredentials(text: string): NatsServers['credentials'] {
  const colon = text.indexOf(':')
  if (colon < 0) return { token: decodeURIComponent(text) }
  return {
    user: decodeURIComponent(text.slice(0, colon)),
    pass: decodeURIComponent(text.slice(colon + 1)),
  }
}

/**
 * Parses `nats://user:password@a:4222,b:4222`, with tls:// where encryption is required. Whole URLs separated by commas
 * are accepted too. Undefined if it is none of these.
 */
export function parseNatsUrl(text: string): NatsServers | undefined {
  const servers: NatsServers = { hosts: [], hasTls: false, credentials: undefined }
  try {
    for (const url of text.split(/,(?=[a-z]+:\/\/)/)) {
      const scheme = schemePattern.exec(url)
      if (!scheme) return undefined
      if (scheme[1] === 'tls') servers.hasTls = true
      const rest = url.slice(scheme[0].length).replace(/\/$/, '')
      const signIn = rest.lastIndexOf('@')
      if (signIn > 0) servers.credentials ??= parseCredentials(rest.slice(0, signIn))
      for (const host of rest.slice(signIn + 1).split(',')) {
        const parsed = parseHost(host)
        if (parsed === undefined) return undefined
        servers.hosts.push(parsed)
      }
    }
  } catch {
    // A malformed % escape.
    return undefined
  }
  return servers
}
