import type { Tx } from '../../platform/database/database.ts'
import { lockAccounts } from './account.ts'
import { foldAccounts, unfoldedAccounts } from './unfolded.ts'

/** Folds all accounts. They are locked before their credits are taken, as a payout does it. */
export async function foldLedger(tx: Tx): Promise<void> {
  const ids = await unfoldedAccounts(tx)
  if (ids.length === 0) return
  await lockAccounts(tx, ids)
  await foldAccounts(tx, ids)
}
