import type { ConsolePath } from '@voltline/contract'
import type { ComponentType } from 'react'

/** Who a screen is for. ANYONE needs no session; CUSTOMER is either type. */
export type Audience = 'ANYONE' | 'ADVERTISER' | 'PUBLISHER' | 'CUSTOMER' | 'OPERATOR'

type Load = () => Promise<ComponentType>

/**
 * One screen, loaded when it is first opened. A screen with `over` is a list that stays visible (through its
 * <Outlet />) behind the create and detail screens over it; `path` is then the list's own.
 */
export interface Screen {
  path: ConsolePath
  load: Load
  over?: readonly { path: ConsolePath; load: Load }[]
}
