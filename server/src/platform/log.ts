import { type DestinationStream, pino } from 'pino'

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

const causesMax = 5

interface LoggedFault {
  type: string
  message: string
  stack?: string | undefined
  /** PostgreSQL's code of the fault, such as 53100 for a full disk, or the system's, such as ECONNRESET. */
  state?: string
  cause?: LoggedFault
}

/**
 * Only what names the fault. A driver hangs its connection, with the key that cancels its statements, and the values of
 * the statement on its errors, and none of that belongs in a log. The code is called `state`, because `code` is the name
 * of the codes that customers receive by mail, which are hidden.
 */
function describe(fault: unknown, causes = 0): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: String(fault) }
  const { message, stack } = fault
  const state = 'code' in fault && typeof fault.code === 'string' ? { state: fault.code } : {}
  const cause =
    fault.cause === undefined || causes >= causesMax ? {} : { cause: describe(fault.cause, causes + 1) }
  return { type: fault.constructor.name, message, ...state, stack, ...cause }
}

/** JSON lines on standard error; standard output is for the person who started the program. */
export const makeLog = (
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
) =>
  pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (fault: unknown) => describe(fault) },
    },
    destination,
  )
