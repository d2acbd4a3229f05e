import {
  adMyPage,
  type Call,
  changeCompany,
  changeMobile,
  changeName,
  changeTimezone,
  type Output,
  pubMyPage,
} from '@voltline/contract'
import { type Instant, ok, refuse } from '@voltline/kernel'
import {
  type Account,
  findAccount,
  lockAccount,
  saveCompany,
  saveMobile,
  saveName,
  saveZone,
} from '../../../domain/account/customer-store.ts'
import { type CustomerSession, hasConfirmedPassword } from '../../../domain/account/session/session.ts'
import { canonicalZone, zoneDetails } from '../../../domain/account/zone.ts'
import { keepSpendingDay } from '../../../domain/ad/spending/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { balanceOf, cashOf } from '../../../domain/ledger/account.ts'
import { payableRevenue } from '../../../domain/payout/payable.ts'
import { findAccount as findPayoutAccount } from '../../../domain/payout/store.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { AccountServices } from './services.ts'

/** The account as its owner sees it on the my page. */
const toMyPage = (account: Account): Output<typeof pubMyPage>['customer'] => ({
  Email: account.email,
  FirstName: account.firstName,
  LastName: account.lastName,
  Company: account.company,
  TimezoneName: account.zone,
  CountryCode: account.countryCode,
  MobileNumber: account.mobileNumber,
  Type: account.type,
})

interface Change {
  call: Call
  session: CustomerSession
  now: Instant
  /** The changed values that the audit log shows. */
  values: (account: Account) => Record<string, string>
  save: (account: Account) => Promise<void>
}

/** Locks the account, saves the change and audits the values before and after. */
async function change(tx: Tx, { call, session, now, values, save }: Change) {
  const was = await lockAccount(tx, session.customerId)
  await save(was)
  const became = await findAccount(tx, session.customerId)
  await audit(tx, {
    actor: session,
    action: call.path,
    entity: 'customer',
    entityId: session.customerId,
    was: values(was),
    became: values(became),
    at: now,
  })
  return ok({})
}

function registerGuardedChanges({ handle, db, clock }: AccountServices): void {
  handle(changeName, async ({ input, session }) => {
    const now = clock.now()
    if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
    return db.transaction((tx) =>
      change(tx, {
        call: changeName,
        session,
        now,
        values: ({ firstName, lastName }) => ({ firstName, lastName }),
        save: () => saveName(tx, session.customerId, input, now),
      }),
    )
  })

  handle(changeCompany, async ({ input, session }) => {
    const now = clock.now()
    if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
    return db.transaction((tx) =>
      change(tx, {
        call: changeCompany,
        session,
        now,
        values: ({ company }) => ({ company }),
        save: () => saveCompany(tx, session.customerId, input.company, now),
      }),
    )
  })

  handle(changeMobile, async ({ input, session }) => {
    const now = clock.now()
    if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
    return db.transaction((tx) =>
      change(tx, {
        call: changeMobile,
        session,
        now,
        values: ({ countryCode, mobileNumber }) => ({ countryCode, mobileNumber }),
        save: () => saveMobile(tx, session.customerId, input, now),
      }),
    )
  })
}

export function registerMyPage(services: AccountServices): void {
  const { handle, db, clock } = services
  registerGuardedChanges(services)

  handle(changeTimezone, async ({ input, session }) => {
    const now = clock.now()
    const zone = canonicalZone(input.timezone)
    await db.transaction((tx) =>
      change(tx, {
        call: changeTimezone,
        session,
        now,
        values: (account) => ({ timezone: account.zone }),
        save: async (account) => {
          if (account.type === 'ADVERTISER') await keepSpendingDay(tx, account, { to: zone, at: now })
          await saveZone(tx, session.customerId, zone, now)
        },
      }),
    )
    return ok({ row: zoneDetails(zone, now) })
  })

  handle(adMyPage, async ({ session }) =>
    db.snapshot(async (tx) => {
      const account = await findAccount(tx, session.customerId)
      const cash = await balanceOf(tx, cashOf(session.customerId))
      return ok({ customer: { ...toMyPage(account), Cash: cash } })
    }),
  )

  handle(pubMyPage, async ({ session }) =>
    db.snapshot(async (tx) => {
      const { customerId } = session
      const customer = toMyPage(await findAccount(tx, customerId))
      // Zero until the publisher has submitted payout documents.
      const custID = (await findPayoutAccount(tx, customerId)) ? customerId : 0
      return ok({ customer, custID, revenue: await payableRevenue(tx, customerId) })
    }),
  )
}
