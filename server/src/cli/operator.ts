import { type AdminGroup, adminGroups, isEmail, isPassword } from '@voltline/contract'
import type { Clock } from '@voltline/kernel'
import { addOperator, setOperatorPassword } from '../domain/account/operator.ts'
import { ProgramClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { isCommonPassword } from '../platform/passwords/common-passwords.ts'
import { readSettings } from '../platform/settings.ts'
import { askPassword } from './ask-password.ts'
import { withDatabase } from './open-database.ts'

const usage = `Usage:
  npm run operator -- add EMAIL [--group ${adminGroups.join('|')}]   makes an operator
  npm run operator -- password EMAIL                              sets an operator's password`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What the person did wrong, in one line. */
class Mistake extends Error {}

interface Order {
  command: 'add' | 'password'
  email: string
  group: AdminGroup
}

function readOrder(args: readonly string[]): Order {
  const [command, email, ...rest] = args
  if (command !== 'add' && command !== 'password') throw new Mistake(usage)
  if (!email || !isEmail(email)) throw new Mistake(`"${email ?? ''}" is not an e-mail address.\n${usage}`)
  if (rest.length === 0) return { command, email, group: 'ADMINISTRATORS' }
  const group = rest[0] === '--group' ? adminGroups.find((name) => name === rest[1]) : undefined
  if (!group || rest.length > 2 || command !== 'add') throw new Mistake(usage)
  return { command, email, group }
}

async function carryOut(order: Order, services: { db: Database; clock: Clock }): Promise<void> {
  const { password, wasMade } = await askPassword()
  if (isCommonPassword(password))
    throw new Mistake('This is one of the most common passwords. Choose another.')
  if (!isPassword(password)) {
    throw new Mistake(
      'A password has 8 to 16 characters with a letter, a digit and one of ! @ # $ % ^ * + = -',
    )
  }
  const done =
    order.command === 'add'
      ? await addOperator(services, { email: order.email, password, group: order.group })
      : await setOperatorPassword(services, { email: order.email, password })
  if (!done.ok) {
    const why = done.error === 'DUPLICATE_EMAIL' ? 'is an operator already' : 'is not an operator'
    throw new Mistake(`${order.email} ${why}.`)
  }
  say(
    order.command === 'add' ? `${order.email} is now an operator of ${order.group}.` : 'The password is set.',
  )
  if (wasMade) say(`Password, shown only now: ${password}`)
  say('Sign in at /admin/signin.')
}

try {
  const order = readOrder(process.argv.slice(2))
  const settings = readSettings(process.env)
  await withDatabase({ settings, say, statementMsMax: 30_000 }, (db) =>
    carryOut(order, { db, clock: new ProgramClock(settings.startsAt) }),
  )
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
