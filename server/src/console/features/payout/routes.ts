import {
  getAccount,
  getRevenue,
  requestList,
  requestRevenue,
  requestRevenueCheck,
  revenueDetails,
} from '@voltline/contract'
import { isoInZone, monthOf, ok, refuse, type Won, wholeWon, won } from '@voltline/kernel'
import type { CustomerSession } from '../../../domain/account/session/session.ts'
import { hasConfirmedPassword } from '../../../domain/account/session/session.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { reservedOf, revenueOf } from '../../../domain/ledger/account.ts'
import { post } from '../../../domain/ledger/ledger.ts'
import { hasApplied, type Payable, payableAndHeld, payableRevenue } from '../../../domain/payout/payable.ts'
import { type Application, checkApplication, wasChangedRecently } from '../../../domain/payout/payout.ts'
import {
  closedMonths,
  findAccount,
  insertRequest,
  lockPublisher,
  requestsBetween,
} from '../../../domain/payout/store.ts'
import { payoutWindow } from '../../../domain/payout/window.ts'
import { ecpm } from '../../../domain/reports/figures.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { spansOf } from '../../../domain/reports/rollup/quarter.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { FeatureServices } from '../../feature.ts'
import { registerPayoutAccount } from './account-routes.ts'

export function registerPayout(services: FeatureServices): void {
  registerPayoutAccount(services)
  registerPayable(services)
  registerApplications(services)
  registerHistory(services)
}

/** The payable revenue, and the account that it is paid to. */
function registerPayable({ handle, db, settings }: FeatureServices): void {
  handle(getRevenue, async ({ session }) =>
    db.read(async (reader) =>
      ok({ revenue: await payableRevenue(reader, session.customerId), minimum: settings.minPayoutWon }),
    ),
  )

  handle(getAccount, async ({ session }) =>
    db.read(async (reader) => {
      const account = await findAccount(reader, session.customerId)
      if (!account) return ok({ account: null })
      return ok({
        account: {
          Name: account.name,
          Bank: account.bank,
          Number: account.number,
          CountryCode: account.countryCode,
          MobileNumber: account.mobileNumber,
          BankBook: account.bankBook,
          Certificate: account.certificate,
          CustID: session.customerId,
        },
      })
    }),
  )
}

function registerApplications({ handle, db, clock, settings }: FeatureServices): void {
  async function application(
    reader: ReadSession,
    session: CustomerSession,
    amountWon: Won,
  ): Promise<Application & Payable> {
    const window = payoutWindow(clock.now())
    return {
      amountWon,
      hasAccount: (await findAccount(reader, session.customerId)) !== undefined,
      window,
      appliedThisWindow: await hasApplied(reader, session.customerId, window.month),
      ...(await payableAndHeld(reader, session.customerId)),
      minimumWon: wholeWon(settings.minPayoutWon),
    }
  }

  handle(requestRevenueCheck, async ({ input, session }) =>
    db.snapshot(async (tx) => checkApplication(await application(tx, session, wholeWon(input.num)))),
  )

  handle(requestRevenue, async ({ input, session, tx }) => {
    const now = clock.now()
    const owner = session.customerId
    // Locked first, so that of a thousand concurrent requests exactly one finds the window unused.
    await lockPublisher(tx, owner)
    const amountWon = wholeWon(input.num)
    const requested = await application(tx, session, amountWon)
    const checked = checkApplication(requested)
    if (!checked.ok) return checked
    if (!hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
    const account = await findAccount(tx, owner)
    if (!account) return refuse('NEED_ACCOUNT')
    const accountChanged = wasChangedRecently(account.changedAt, now)
    const { month } = requested.window
    const { heldMicros } = requested
    const request = { owner, month, amountWon, account, accountChanged, heldMicros, now }
    const id = await insertRequest(tx, request)
    await post(tx, [
      {
        key: `payout-request/${id}`,
        kind: 'PAYOUT_REQUEST',
        from: revenueOf(owner),
        to: [[reservedOf(owner), won(amountWon)]],
        at: now,
      },
    ])
    const row = {
      actor: session,
      action: requestRevenue.path,
      entity: 'payout-request',
      entityId: id,
      at: now,
    }
    await audit(tx, { ...row, became: { num: input.num, bank: account.bank, accountChanged } })
    return ok({})
  })
}

function registerHistory({ handle, db, clock, settings }: FeatureServices): void {
  handle(revenueDetails, async ({ session }) =>
    db.read(async (reader) => {
      const months = await closedMonths(reader, session.customerId)
      const list = months.map(({ month, revenueMicros, impressions }) => ({
        RegistTime: monthOf(month),
        Revenue: revenueMicros,
        eCPM: ecpm({ revenueMicros, impressions }),
        Impressions: impressions,
      }))
      return ok({ list })
    }),
  )

  handle(requestList, async ({ input, session }) => {
    if (input.type !== '1') return ok({ list: [] })
    const range = reportRange(input, {
      zone: session.zone,
      now: clock.now(),
      searchDays: settings.searchDays,
    })
    if (!range.ok) return range
    const spans = spansOf(range.value)
    const from = spans.at(0)?.from
    const to = spans.at(-1)?.to
    if (from === undefined || to === undefined) return ok({ list: [] })
    const requests = await db.read((reader) => requestsBetween(reader, session.customerId, { from, to }))
    const list = requests.map((request) => ({
      RequestID: request.id,
      RequestTime: isoInZone(request.requestedAt, session.zone),
      Name: request.name,
      Bank: request.bank,
      Number: request.number,
      Num: request.amountWon,
      Status: request.status,
      Reason: request.reason,
    }))
    return ok({ list })
  })
}
