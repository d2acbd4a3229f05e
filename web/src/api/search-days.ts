import { limits, sharedSettings } from '@voltline/contract'
import { useContractQuery } from './query.ts'

/** The longest range of a report, as the server has it set. */
export const useSearchDays = (): number =>
  useContractQuery(sharedSettings, {}, { loads: 'background' }).data?.searchDays ?? limits.searchDays
