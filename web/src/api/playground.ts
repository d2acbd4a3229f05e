import { getPlayground } from '@voltline/contract'
import { useContractQuery } from './query.ts'

/** Whether there is a playground to link to: only a server with demo data has one. */
export function useHasPlayground(): boolean {
  const { data } = useContractQuery(getPlayground, {}, { loads: 'background' })
  return data !== undefined && data.playground !== null
}
