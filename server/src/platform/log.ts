import { pino } from 'pino'

export type Log = ReturnType<typeof makeLog>

const secretKeys = [
  'pw',
  'oldPw',
  'newPw',
  'password',
  'token',
  'accessToken',
  'newToken',
  'SessionKey',
  'sessionkey',
  'authorization',
  'cookie',
  'code',
  'secret',
  'apiKey',
  'x-api-key',
  'sig',
]
const paths = secretKeys.flatMap((key) => {
  const quoted = /^[a-zA-Z]+$/.test(key) ? key : `["${key}"]`
  const below = quoted.startsWith('[') ? quoted : `.${quoted}`
  return [quoted, `*${below}`, `*.*${below}`, `*.*.*${below}`]
})

/** JSON lines on standard error; standard output is for the person who started the program. */
export const makeLog = (level: string) =>
  pino(
    { level, base: null, redact: { paths, censor: '[redacted]' }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
