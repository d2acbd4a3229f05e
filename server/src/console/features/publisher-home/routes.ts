import { activeAllMedia, limits, publisherHome } from '@voltline/contract'
import { addDays, localDay, ok, won } from '@voltline/kernel'
import { countApps, countMedia, setAllMedia } from '../../../domain/app/overview.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { hasApplied, payableRevenue } from '../../../domain/payout/payable.ts'
import { payoutWindow } from '../../../domain/payout/window.ts'
import { ecpm, sumMediumFigures } from '../../../domain/reports/figures.ts'
import { readMediumTotals } from '../../../domain/reports/rollup/read-figures.ts'
import { readUserDays } from '../../../domain/reports/rollup/read-users.ts'
import type { FeatureServices } from '../../feature.ts'

/** The home page sums up as many days as a report shows by default. */
const homeDays = limits.reportDaysDefault

export function registerPublisherHome({ handle, db, clock, settings }: FeatureServices): void {
  handle(publisherHome, async ({ session }) =>
    db.snapshot(async (tx) => {
      const owner = session.customerId
      const now = clock.now()
      const today = localDay(now, session.zone)
      const week = { zone: session.zone, start: addDays(today, 1 - homeDays), end: today }
      const total = sumMediumFigures(await readMediumTotals(tx, { owner }, week))
      const [users] = await readUserDays(tx, { owner }, { zone: session.zone, start: today, end: today })
      const revenue = await payableRevenue(tx, owner)
      const window = payoutWindow(now)
      const canRequest =
        window.open && revenue >= won(settings.minPayoutWon) && !(await hasApplied(tx, owner, window.month))
      return ok({
        state: {
          dau: users?.active ?? 0,
          revenue: total.revenueMicros,
          ecpm: ecpm(total),
          installs: total.installs,
        },
        app: await countApps(tx, owner),
        med: await countMedia(tx, owner),
        rev: { canRequest: canRequest ? (1 as const) : (0 as const), revenue },
      })
    }),
  )

  handle(activeAllMedia, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const active = input.active === 1
      const changed = await setAllMedia(tx, session.customerId, { active, now })
      const row = { actor: session, action: activeAllMedia.path, entity: 'medium', at: now }
      await audit(tx, { ...row, became: { active, media: changed } })
      return ok({ med: await countMedia(tx, session.customerId) })
    }),
  )
}
