import { z } from 'zod'
import { call } from '../common/call.ts'
import { nothing } from '../common/fields.ts'

export const statementFile = call('GET', 'account/statement', {
  who: 'CUSTOMER',
  about:
    'A closed month (Asia/Seoul) as a zip: the statement as PDF in English and Korean, every charge or earning as CSV, its proof, and verify.mjs, which checks them offline.',
  input: z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be YYYY-MM') }),
  output: nothing,
  refuses: ['INVALID_PERIOD'],
  files: ['application/zip'],
})

export const statementCalls = [statementFile] as const
