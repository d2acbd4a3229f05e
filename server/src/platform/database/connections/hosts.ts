/** The parts of a database URL around its hosts: what precedes them, `host:port` separated by commas, what follows. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/

/**
 * A URL for each host that the database URL names, in its order, such as `postgresql://user@a:5432,b:5433/voltline`.
 * A URL that is none comes back as it is.
 */
export function hostUrls(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(databaseUrl) ?? []
  if (!hosts) return [databaseUrl]
  // Writes are what the program asks for anyway; the driver does not know this setting of libpq.
  const rest = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

/** Host and port, without user and password, for messages. */
export function hostName(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the database'
}
