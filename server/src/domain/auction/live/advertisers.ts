import {
  type CampaignId,
  type CustomerId,
  day as dayMs,
  type Instant,
  type Micros,
  type MicrosNumber,
  microsNumber,
  type Zone,
} from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { AdvertiserDayRow, CampaignRow, CustomerRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import type { SpendingDay } from '../../ad/spending/spending-day.ts'
import { changedSince, firstPage, type Page, pageRowsMax } from './changes.ts'

/** An advertiser or publisher, as far as delivery needs it. */
export interface CustomerState {
  id: CustomerId
  zone: Zone
  blocked: boolean
}
export interface CashState {
  customerId: CustomerId
  cashMicros: MicrosNumber
}
export interface RecordedDay extends SpendingDay {
  customerId: CustomerId
}
export interface CampaignState {
  id: CampaignId
  remainingMicros: MicrosNumber
}

export const readCustomers = (
  session: ReadSession,
  page: Page<CustomerState> = firstPage,
): Promise<CustomerState[]> =>
  session.many(
    (row) => ({ id: row.customer_id, zone: row.timezone, blocked: row.blocked }),
    sql<Pick<CustomerRow, 'customer_id' | 'timezone'> & { blocked: boolean }>`
    select customer_id, timezone, blocked_at is not null as blocked from customer
     where customer_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
     order by customer_id limit ${pageRowsMax}`,
  )

export const readCash = (session: ReadSession, page: Page<CashState> = firstPage): Promise<CashState[]> =>
  session.many(
    (row) => ({ customerId: row.customer_id, cashMicros: microsNumber(row.balance_micros) }),
    sql<{ customer_id: CustomerId; balance_micros: Micros }>`
    select customer_id, balance_micros from ledger_account
     where kind = 'CASH' and customer_id > ${page.after?.customerId ?? 0} and ${changedSince(page.since)}
     order by customer_id limit ${pageRowsMax}`,
  )

/** Stretched days that are running or ended less than two days ago. There are few. */
export const readRecordedDays = (session: ReadSession, now: Instant): Promise<RecordedDay[]> =>
  session.many(
    (row) => ({ customerId: row.customer_id, startsAt: row.starts_at, endsAt: row.ends_at }),
    sql<AdvertiserDayRow>`
    select customer_id, starts_at, ends_at from advertiser_day where ends_at > ${at(now - 2 * dayMs)}`,
  )

export const readCampaigns = (
  session: ReadSession,
  page: Page<CampaignState> = firstPage,
): Promise<CampaignState[]> =>
  session.many(
    (row) => ({ id: row.campaign_id, remainingMicros: microsNumber(row.remaining_micros) }),
    sql<Pick<CampaignRow, 'campaign_id'> & { remaining_micros: Micros }>`
    select campaign_id, budget_micros - spent_micros as remaining_micros from campaign
     where campaign_id > ${page.after?.id ?? 0} and ${changedSince(page.since)}
     order by campaign_id limit ${pageRowsMax}`,
  )
