import { type ActionType, actionTypes } from '@voltline/contract'

/** How customers and operators name an event: its offer and its action. */
export const eventIdOf = ({ offerId, action }: { offerId: string; action: ActionType }): string =>
  `${offerId}.${action}`

const pattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.([A-Z]+))?$/

/** The offer of an event id, or of an offer id alone; undefined if the text is neither. */
export function readEventId(text: string): { offerId: string; action: ActionType | undefined } | undefined {
  const [, offerId, name] = pattern.exec(text) ?? []
  if (offerId === undefined) return undefined
  const action = actionTypes.find((type) => type === name)
  return name === undefined || action ? { offerId, action } : undefined
}
