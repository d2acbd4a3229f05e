import type { Call, Received, Sent } from '@voltline/contract'
import { beginWork } from '../browser/work.ts'
import { api } from './client.ts'
import { tellTrouble } from './trouble.ts'

/** A call of a page that keeps no server state, such as sign-in. Null when it failed and the person was told. */
export async function send<C extends Call>(call: C, input: Sent<C>): Promise<Received<C> | null> {
  const endWork = beginWork()
  try {
    return await api(call, input)
  } catch (error) {
    tellTrouble(error)
    return null
  } finally {
    endWork()
  }
}
