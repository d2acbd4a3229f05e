import { type KeyboardEvent, type RefObject, useState } from 'react'
import { readStored, storageKeys, store } from '../../../browser/storage.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Switch } from '../../../ui/controls/switch.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../operator.module.css'
import type { PanelHandle } from './payout-panel.tsx'

interface QueueKeys {
  ids: readonly number[]
  current: number
  onMove: (id: number) => void
  panel: RefObject<PanelHandle | null>
}

/** The next or previous row; the first one when none is current. */
function neighbour(ids: readonly number[], current: number, step: 1 | -1): number | undefined {
  const at = ids.indexOf(current)
  return at === -1 ? ids[0] : ids[at + step]
}

/** J and K move, Enter opens, C completes, H holds: only while the table has focus, and only while switched on. */
export function useQueueKeys({ ids, current, onMove, panel }: QueueKeys) {
  const [on, setOn] = useState(() => readStored(storageKeys.queueKeys) !== 'off')
  function move(step: 1 | -1) {
    const next = neighbour(ids, current, step)
    if (next !== undefined) onMove(next)
  }
  const acts: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    c: () => panel.current?.complete(),
    h: () => panel.current?.hold(),
  }
  function handle(event: KeyboardEvent<HTMLElement>) {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    // On a row's link, Enter is the link's own.
    const act =
      event.key === 'Enter' && event.target === event.currentTarget
        ? () => panel.current?.focus()
        : acts[event.key.toLowerCase()]
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

export function KeyHelp({ on, onToggle }: { on: boolean; onToggle: () => void }) {
  const { t } = useI18n()
  const keys = [
    [['J', 'K'], t('operator.payouts.move')],
    [['Enter'], t('operator.payouts.open')],
    [['C'], t('operator.payouts.complete')],
    [['H'], t('operator.payouts.hold')],
  ] as const
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
