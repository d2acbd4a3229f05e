import { type KeyboardEvent, useState } from 'react'
import { readStored, storageKeys, store } from '../../../browser/storage.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Switch } from '../../../ui/controls/switch.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../operator.module.css'

interface QueueKeys {
  ids: readonly number[]
  current: number
  onMove: (id: number) => void
  /** Enter on the table. */
  onOpen: () => void
  /** What the other letters do to the current row, by the letter. */
  acts: Readonly<Record<string, () => void>>
}

/** The next or previous row; the first one when none is current. */
export function neighbour(ids: readonly number[], current: number, step: 1 | -1): number | undefined {
  const at = ids.indexOf(current)
  return at === -1 ? ids[0] : ids[at + step]
}

/** J and K move, Enter opens, other letters act: only while the table has focus, and only while switched on. */
export function useQueueKeys({ ids, current, onMove, onOpen, acts: ownActs }: QueueKeys) {
  const [on, setOn] = useState(() => readStored(storageKeys.queueKeys) !== 'off')
  function move(step: 1 | -1) {
    const next = neighbour(ids, current, step)
    if (next !== undefined) onMove(next)
  }
  const acts: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    ...ownActs,
  }
  function handle(event: KeyboardEvent<HTMLElement>) {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    // On a row's link, Enter is the link's own.
    const act =
      event.key === 'Enter' && event.target === event.currentTarget ? onOpen : acts[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  }
  function toggle() {
    store(storageKeys.queueKeys, on ? 'off' : 'on')
    setOn(!on)
  }
  return { on, handle, toggle }
}

type Letters = readonly (readonly [names: readonly string[], does: string])[]

export function KeyHelp({ on, onToggle, letters }: { on: boolean; onToggle: () => void; letters: Letters }) {
  const { t } = useI18n()
  const keys: Letters = [
    [['J', 'K'], t('operator.payouts.move')],
    [['Enter'], t('operator.payouts.open')],
    ...letters,
  ]
  return (
    <div className={classes.keyHelp}>
      {keys.map(([names, does]) => (
        <span key={does}>
          {names.map((name) => (
            <kbd key={name} className={shared.kbd}>
              {name}
            </kbd>
          ))}{' '}
          {does}
        </span>
      ))}
      <span className={shared.end}>
        <Switch
          on={on}
          label={t('operator.payouts.keys')}
          onToggle={onToggle}
          beside={t(on ? 'operator.payouts.keysOn' : 'operator.payouts.keysOff')}
        />
      </span>
    </div>
  )
}
