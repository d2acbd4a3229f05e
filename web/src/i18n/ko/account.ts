import type { account as en } from '../en/account.ts'
import type { Texts } from '../keys.ts'

export const account: Texts<typeof en> = { title: '계정' }
