import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { isDialogOpen } from '../dialogs/dialogs.tsx'
import { useTitle } from '../page/page.tsx'

/** An open list or calendar takes Escape for itself. */
function isDropdownOpen(): boolean {
  const dropdowns = document.querySelectorAll('.mantine-Popover-dropdown, .mantine-Menu-dropdown')
  return [...dropdowns].some((dropdown) => dropdown.getClientRects().length > 0)
}

function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing) return
      if (isDialogOpen() || isDropdownOpen()) return
      latest.current()
    }
    // Captured, so that it is judged before a dialog that closes on the same key.
    window.addEventListener('keydown', handle, true)
    return () => window.removeEventListener('keydown', handle, true)
  }, [])
}

function useFocusBack(): void {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const opener = before.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}

export interface OverlayProps {
  title: string
  /** Under the title: where the thing belongs, its id. */
  facts?: ReactNode
  /** Before the title: the state's icon. */
  lead?: ReactNode
  /** Right in the head: state and acts. */
  actions?: ReactNode
  /** In the head of a full-screen overlay, instead of the facts: tabs. */
  tabs?: ReactNode
  /** Sticks to the lower edge: Close and Modify. */
  foot?: ReactNode
  /** A detail comes from the right; a wizard and the payout pages take the screen. */
  size?: 'side' | 'full'
  onClose: () => void
  children: ReactNode
}

/** A create or detail screen over its list. Escape and the close icon do the same. */
export function Overlay(props: OverlayProps) {
  const { t } = useI18n()
  const { size = 'side' } = props
  useTitle(props.title)
  useEscape(props.onClose)
  useFocusBack()
  return (
    <Drawer.Root
      opened
      onClose={props.onClose}
      position="right"
      size={size === 'full' ? '100%' : 720}
      closeOnEscape={false}
      className={`overlay-${size}`}
      classNames={{ content: 'overlay-content' }}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <header className="overlay-head">
          {props.lead}
          <div className="overlay-name">
            <Drawer.Title className="overlay-title" tabIndex={-1} data-autofocus>
              {props.title}
            </Drawer.Title>
            {props.facts ? <p className="overlay-facts">{props.facts}</p> : null}
          </div>
          {props.tabs}
          <div className="overlay-acts">
            {props.actions}
            <kbd className="kbd">{t('ui.escape')}</kbd>
            <button type="button" className="icon-button" aria-label={t('ui.close')} onClick={props.onClose}>
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
        </header>
        <div className="overlay-body">{props.children}</div>
        {props.foot ? <footer className="overlay-foot">{props.foot}</footer> : null}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** A part of an overlay under a hairline. */
export function OverlaySection(props: { title?: string; children: ReactNode }) {
  return (
    <section className="overlay-section">
      {props.title ? <h3>{props.title}</h3> : null}
      {props.children}
    </section>
  )
}
