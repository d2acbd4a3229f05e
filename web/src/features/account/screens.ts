import type { Screen } from '../../app/screens.ts'

/** The account screens, by who may open them. */
export const accountScreens = {
  anyone: [],
  customer: [],
  advertiser: [],
  publisher: [],
} as const satisfies Record<string, readonly Screen[]>
