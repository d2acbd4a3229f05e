import { lazy, type ReactNode, Suspense } from 'react'
import { observable, useObservable } from '../../browser/observable.ts'
import { translate } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import shared from '../theme/shared.module.css'
import classes from './dialogs.module.css'

/** The title names what is affected, the effect is one line, the verb is the button's text. */
export type Question =
  | string
  | {
      title: string
      effect?: string
      verb?: string
      /** What declining means, where Cancel could be read either way. */
      decline?: string
      danger?: boolean
    }
export type Notice = string | { title: string; text?: string }

export interface OpenDialog {
  id: string
  title: string
  isOpen: boolean
  content: ReactNode
  dismiss: () => void
}

/** The dialogs on screen, the topmost last. A closed one stays until its transition has ended. */
export const openDialogs = observable<readonly OpenDialog[]>([])

/** Escape belongs to the topmost dialog. */
export const isDialogOpen = (): boolean => openDialogs.get().some((dialog) => dialog.isOpen)

// Mantine's Modal is loaded with the first dialog.
const DialogStack = lazy(async () => ({ default: (await import('./dialog-stack.tsx')).DialogStack }))

/** Shows the open dialogs; the app mounts it once. */
export function Dialogs() {
  const dialogs = useObservable(openDialogs)
  if (dialogs.length === 0) return null
  return (
    <Suspense>
      <DialogStack dialogs={dialogs} />
    </Suspense>
  )
}

/** Opens a dialog with its own content. Resolves to what the content closes it with, or to `dismissed`. */
export function openDialog<T>(
  title: string,
  dismissed: T,
  content: (close: (value: T) => void) => ReactNode,
): Promise<T> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID()
    const close = (value: T) => {
      const change = (dialog: OpenDialog) => (dialog.id === id ? { ...dialog, isOpen: false } : dialog)
      openDialogs.set(openDialogs.get().map(change))
      resolve(value)
    }
    const dialog = { id, title, isOpen: true, content: content(close), dismiss: () => close(dismissed) }
    openDialogs.set([...openDialogs.get(), dialog])
  })
}

/** Asks before something happens; false when the person declines. */
export function askConfirm(question: Question): Promise<boolean> {
  const { title, effect, verb, decline, danger } =
    typeof question === 'string'
      ? { title: question, effect: undefined, verb: undefined, decline: undefined, danger: false }
      : question
  return openDialog(title, false, (close) => (
    <>
      {effect ? <p className={shared.quiet}>{effect}</p> : null}
      <div className={classes.foot}>
        <Button kind="quiet" onClick={() => close(false)}>
          {decline ?? translate('ui.cancel')}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} onClick={() => close(true)}>
          {verb ?? translate('ui.ok')}
        </Button>
      </div>
    </>
  ))
}

/** Shows a message with one OK button. */
export async function showAlert(notice: Notice): Promise<void> {
  const { title, text } = typeof notice === 'string' ? { title: notice, text: undefined } : notice
  await openDialog(title, true, (close) => (
    <>
      {text ? <p className={shared.quiet}>{text}</p> : null}
      <div className={classes.foot}>
        <Button kind="primary" onClick={() => close(true)}>
          {translate('ui.ok')}
        </Button>
      </div>
    </>
  ))
}
