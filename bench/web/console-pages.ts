import type { CustomerType } from '@voltline/contract'
import { instant, type Zone } from '@voltline/kernel'
import { insertCustomer } from '../../server/src/domain/account/customer-store.ts'
import { openSession } from '../../server/src/domain/account/session/store.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { FirstLoad } from './first-load.ts'

const signinBytesMax = 100_000
const consoleBytesMax = 150_000

/** A signed-in customer, as the browser stores the session. */
function storedSession(db: Database, type: CustomerType): Promise<Record<string, string>> {
  const now = instant(Date.now())
  return db.transaction(async (tx) => {
    const id = await insertCustomer(
      tx,
      {
        type,
        email: `${type.toLowerCase()}@company.test`,
        passwordHash: 'none',
        firstName: 'Bench',
        lastName: 'Mark',
        company: 'Bench',
        zone: 'Asia/Seoul' as Zone,
        postbackSecret: Buffer.alloc(1),
      },
      now,
    )
    const { accessToken, sessionKey } = await openSession(tx, { customerId: id }, now)
    const zone = { TimezoneOffset: 540, Iso2: 'KR', ShortName: 'KST' }
    const user = { Type: type, CustID: id, SessionKey: sessionKey, ...zone }
    return { accessToken, user: JSON.stringify(user) }
  })
}

/** The pages whose first JavaScript is bounded: sign-in, and where each customer lands behind it. */
export const consolePages = async (db: Database): Promise<FirstLoad[]> => [
  { name: 'sign-in', path: '/signin', bytesMax: signinBytesMax },
  { name: 'operator sign-in', path: '/admin/signin', bytesMax: signinBytesMax },
  {
    name: 'advertiser home',
    path: '/ad',
    bytesMax: consoleBytesMax,
    storage: await storedSession(db, 'ADVERTISER'),
  },
  {
    name: 'publisher home',
    path: '/pub',
    bytesMax: consoleBytesMax,
    storage: await storedSession(db, 'PUBLISHER'),
  },
]
