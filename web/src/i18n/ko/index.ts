import type { en } from '../en/index.ts'
import type { Texts } from '../keys.ts'
import { account } from './account.ts'
import { ad } from './ad.ts'
import { advertiser } from './advertiser.ts'
import { errors } from './errors.ts'
import { operator } from './operator.ts'
import { payout } from './payout.ts'
import { playground } from './playground.ts'
import { publisher } from './publisher.ts'
import { quality } from './quality.ts'
import { reasons } from './reasons.ts'
import { report } from './report.ts'
import { shell } from './shell.ts'
import { traffic } from './traffic.ts'
import { ui } from './ui.ts'

/** The same namespaces as English; a missing one does not compile. */
export const ko: Texts<typeof en> = {
  account,
  ad,
  advertiser,
  errors,
  operator,
  payout,
  playground,
  publisher,
  quality,
  reasons,
  report,
  shell,
  traffic,
  ui,
}
