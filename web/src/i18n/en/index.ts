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

/** One line per namespace; a feature's texts stand in the file of its name. */
export const en = {
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
} as const
