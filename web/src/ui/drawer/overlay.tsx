import { Drawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import iconButtonClasses from '../controls/icon-button.module.css'
import { askConfirm, isDialogOpen } from '../dialogs/dialogs.tsx'
import { useTitle } from '../page/page.tsx'
import mantineClasses from '../theme/mantine.module.css'
import shared from '../theme/shared.module.css'
import classes from './overlay.module.css'

/** Escape closes an open list or calendar first. */
function isDropdownOpen(): boolean {
  const dropdowns = document.getElementsByClassName(mantineClasses.dropdown ?? '')
  return [...dropdowns].some((dropdown) => dropdown.getClientRects().length > 0)
}

function useEscape(onEscape: () => void): void {
  const handleEscape = useEffectEvent(onEscape)
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing) return
      if (isDialogOpen() || isDropdownOpen()) return
      handleEscape()
    }
    // In the capture phase, before a dialog that closes on the same key has closed.
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

/** Closes at once, or asks first if there is something to lose. */
export function useSafeClose({ unsaved, onClose }: { unsaved?: boolean; onClose: () => void }): () => void {
  const { t } = useI18n()
  return () => {
    if (!unsaved) return onClose()
    void askConfirm({
      title: t('ui.unsaved.question'),
      effect: t('ui.unsaved.effect'),
      verb: t('ui.unsaved.discard'),
      decline: t('ui.unsaved.keep'),
      danger: true,
    }).then((sure) => {
      if (sure) onClose()
    })
  }
}

export interface OverlayProps {
  title: string
  /** Below the title: the parent and the id. */
  facts?: ReactNode
  /** Before the title: the state's icon. */
  lead?: ReactNode
  /** At the right of the head: status and actions. */
  actions?: ReactNode
  /** In the head of a full-screen overlay: tabs. */
  tabs?: ReactNode
  /** At the lower edge: Close and Modify. */
  foot?: ReactNode
  /** A detail is at the right; a wizard and the payout pages fill the screen. */
  size?: 'side' | 'full'
  /** Closing asks first, because what was entered would be lost. */
  unsaved?: boolean
  onClose: () => void
  children: ReactNode
}

/** A create or detail screen over its list. Escape and the close button close it. */
export function Overlay(props: OverlayProps) {
  const { t } = useI18n()
  const { size = 'side' } = props
  useTitle(props.title)
  const handleClose = useSafeClose(props)
  useEscape(handleClose)
  useFocusBack()
  return (
    <Drawer.Root
      opened
      onClose={handleClose}
      position="right"
      size={size === 'full' ? '100%' : 720}
      closeOnEscape={false}
      className={classes[size]}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <header className={classes.head}>
          {props.lead}
          <div className={classes.name}>
            <Drawer.Title className={classes.title} tabIndex={-1} data-autofocus>
              {props.title}
            </Drawer.Title>
            {props.facts ? <p className={classes.details}>{props.facts}</p> : null}
          </div>
          {props.tabs}
          <div className={classes.acts}>
            {props.actions}
            <kbd className={shared.kbd}>{t('ui.escape')}</kbd>
            <button
              type="button"
              className={iconButtonClasses.iconButton}
              aria-label={t('ui.close')}
              onClick={handleClose}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
        </header>
        <div className={classes.body}>{props.children}</div>
        {props.foot ? <footer className={classes.foot}>{props.foot}</footer> : null}
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** A section of an overlay, below a hairline. */
export function OverlaySection(props: { title?: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      {props.title ? <h3>{props.title}</h3> : null}
      {props.children}
    </section>
  )
}
