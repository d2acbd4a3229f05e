/** The SQLSTATE of a fault that PostgreSQL reported. */
export function sqlStateOf(fault: unknown): string | undefined {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && hasSeverity(fault) ? code : undefined
}

/** Only PostgreSQL's own reports have one; a system error such as EPIPE also has a code of five letters. */
const hasSeverity = (fault: unknown): boolean =>
  typeof fault === 'object' && fault !== null && 'severity' in fault

/** True if a statement violated the named unique constraint or index. */
export const breaks = (fault: unknown, constraint: string): boolean =>
  sqlStateOf(fault) === '23505' &&
  typeof fault === 'object' &&
  fault !== null &&
  'constraint' in fault &&
  fault.constraint === constraint

/** The database cannot do the work now; the input is not at fault. The caller may try again later. */
export class DatabaseAway extends Error {
  readonly statusCode = 503
  readonly sqlState: string | undefined

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.sqlState = cause instanceof DatabaseAway ? cause.sqlState : sqlStateOf(cause)
  }
}

/** No reply within the limit. The connection was closed, and the outcome of the statement is unknown. */
export class ConnectionStuck extends DatabaseAway {}

/** The connection was lost or dropped while it was in use, or before. */
export class ConnectionLost extends DatabaseAway {}

const queryCanceled = '57014'
const readOnly = '25006'
const lockNotAvailable = '55P03'
const idleInTransaction = '25P03'
const diskFull = '53100'
const ioError = '58030'

/** PostgreSQL takes no write here: it is a standby, or was made one. The connection is of no use to a writer. */
export const isReadOnly = (fault: unknown): boolean => sqlStateOf(fault) === readOnly

/** This process let a transaction wait for longer than it may, so PostgreSQL rolled it back and closed the connection. */
export const isIdleInTransaction = (fault: unknown): boolean => stateOf(fault) === idleInTransaction

/** Nothing can be stored until somebody makes room or repairs the disk. */
export const isStorageFault = (fault: unknown): boolean => [diskFull, ioError].includes(stateOf(fault) ?? '')

const stateOf = (fault: unknown) => (fault instanceof DatabaseAway ? fault.sqlState : sqlStateOf(fault))

/** Connection faults, exhausted resources, an operator's intervention and system errors: classes 08, 53, 57, 58. */
const awayClasses = new Set(['08', '53', '57', '58'])
const awayStates = new Set([queryCanceled, readOnly, lockNotAvailable, idleInTransaction, '25P04'])

/** A fault of the database rather than of the statement becomes a `DatabaseAway`; any other stays as it is. */
export function asAway(fault: unknown): unknown {
  if (fault instanceof DatabaseAway) return fault
  const state = sqlStateOf(fault)
  if (state === undefined || !(awayClasses.has(state.slice(0, 2)) || awayStates.has(state))) return fault
  return new DatabaseAway(`The database cannot do this now (${state}).`, fault)
}
