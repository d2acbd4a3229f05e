import {
  adminGetCustomer,
  adminListCustomers,
  blockCustomer,
  customerStatement,
  unblockCustomer,
} from '@voltline/contract'
import { isoInZone, ok, refuse, seoul } from '@voltline/kernel'
import { block, unblock } from '../../../../domain/account/customer.ts'
import {
  type CustomerWithBalances,
  countCustomers,
  findCustomer,
  holdingsOf,
  lockCustomer,
  pageOfCustomers,
  saveBlock,
} from '../../../../domain/account/directory.ts'
import { endSessions } from '../../../../domain/account/session/store.ts'
import { type StatementMonth, statementOf, totalsByMonth } from '../../../../domain/account/statement.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import type { FeatureServices } from '../../../feature.ts'

const toRow = (customer: CustomerWithBalances) => ({
  CustID: customer.customerId,
  Type: customer.type,
  Email: customer.email,
  Company: customer.company,
  Name: `${customer.firstName} ${customer.lastName}`,
  Cash: customer.cashMicros,
  Revenue: customer.revenueMicros,
  Reserved: customer.reservedMicros,
  BlockedTime: customer.blockedAt === undefined ? null : isoInZone(customer.blockedAt, seoul),
  BlockedReason: customer.blockedReason,
  IsDemo: customer.isDemo,
  RegistTime: isoInZone(customer.registeredAt, seoul),
})

const toMonth = (month: StatementMonth) => ({
  Month: month.month,
  Opening: month.openingMicros,
  Credit: month.creditMicros,
  Debit: month.debitMicros,
  Charge: month.chargeMicros,
  Correction: month.correctionMicros,
  Paid: month.paidMicros,
  Closing: month.closingMicros,
})

function registerBlocks({ handle, db, clock }: FeatureServices): void {
  handle(blockCustomer, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      // A concurrent sign-in checks the block under the same lock.
      const customer = await lockCustomer(tx, input.custID)
      if (!customer) return refuse('NO_PERMISSION')
      const blocked = block(customer, input.reason, now)
      if (!blocked.ok) return blocked
      await saveBlock(tx, customer.customerId, blocked.value)
      await endSessions(tx, { customerId: customer.customerId }, { by: 'BLOCK', at: now })
      const row = { actor: session, action: blockCustomer.path, entity: 'customer', at: now }
      const became = { blocked: true, reason: input.reason }
      await audit(tx, { ...row, entityId: customer.customerId, was: { blocked: false }, became })
      return ok({})
    }),
  )

  handle(unblockCustomer, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const customer = await lockCustomer(tx, input.custID)
      if (!customer) return refuse('NO_PERMISSION')
      const unblocked = unblock(customer)
      if (!unblocked.ok) return unblocked
      await saveBlock(tx, customer.customerId, unblocked.value)
      const row = { actor: session, action: unblockCustomer.path, entity: 'customer', at: now }
      const was = { blocked: true, reason: customer.blockedReason }
      await audit(tx, { ...row, entityId: customer.customerId, was, became: { blocked: false } })
      return ok({})
    }),
  )
}

/** Customers as operators see them. Crediting cash is a feature of its own. */
export function registerOperatorCustomers(services: FeatureServices): void {
  const { handle, db } = services
  registerBlocks(services)

  handle(adminListCustomers, async ({ input }) =>
    db.snapshot(async (tx) => {
      const search = { text: input.text, type: input.type, blocked: input.blocked }
      const customers = await pageOfCustomers(tx, { ...search, pageNo: input.pageNo })
      return ok({ customers: customers.map(toRow), rowCount: await countCustomers(tx, search) })
    }),
  )

  handle(adminGetCustomer, async ({ input }) =>
    db.snapshot(async (tx) => {
      const customer = await findCustomer(tx, input.custID)
      if (!customer) return refuse('NO_PERMISSION')
      const holdings = await holdingsOf(tx, customer.customerId)
      return ok({
        customer: {
          ...toRow(customer),
          Timezone: customer.zone,
          Mobile: customer.mobileNumber,
          SignedIn: holdings.signedIn,
          Campaigns: holdings.campaigns,
          Ads: holdings.ads,
          Apps: holdings.apps,
          Units: holdings.units,
        },
      })
    }),
  )

  handle(customerStatement, async ({ input }) =>
    db.snapshot(async (tx) => {
      const customer = await findCustomer(tx, input.custID)
      if (!customer) return refuse('NO_PERMISSION')
      const months = statementOf(await totalsByMonth(tx, customer.customerId))
      return ok({ months: months.map(toMonth).reverse() })
    }),
  )
}
