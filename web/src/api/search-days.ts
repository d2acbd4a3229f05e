import { limits, sharedSettings } from '@voltline/contract'
import { useQueryCall } from './hooks.ts'

/** The longest range of a report, as the server has it set. */
export const useSearchDays = (): number =>
  useQueryCall(sharedSettings, {}, { loads: 'background' }).data?.searchDays ?? limits.searchDays
