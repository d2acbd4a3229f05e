import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { observable } from '../../browser/observable.ts'
import { translate } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'

/** The title names what is affected, the effect is one line, the verb is the button's text. */
export type Question = string | { title: string; effect?: string; verb?: string; danger?: boolean }
export type Notice = string | { title: string; text?: string }

/** How many dialogs are open: Escape belongs to the topmost one. */
const open = observable(0)
export const isDialogOpen = (): boolean => open.get() > 0

/** Opens a dialog with its own content. Resolves to what the content closes it with, or to `dismissed`. */
export function openDialog<T>(
  title: string,
  dismissed: T,
  content: (close: (value: T) => void) => ReactNode,
): Promise<T> {
  return new Promise((resolve) => {
    const id = `dialog-${crypto.randomUUID()}`
    open.set(open.get() + 1)
    let isClosed = false
    const close = (value: T) => {
      if (isClosed) return
      isClosed = true
      open.set(open.get() - 1)
      resolve(value)
      modals.close(id)
    }
    modals.open({
      modalId: id,
      title,
      centered: true,
      withCloseButton: false,
      size: 420,
      className: 'dialog',
      onClose: () => setTimeout(() => close(dismissed)),
      children: content(close),
    })
  })
}

/** Asks before something happens; false when the person declines. */
export function askConfirm(question: Question): Promise<boolean> {
  const { title, effect, verb, danger } =
    typeof question === 'string'
      ? { title: question, effect: undefined, verb: undefined, danger: false }
      : question
  return openDialog(title, false, (close) => (
    <>
      {effect ? <p className="quiet">{effect}</p> : null}
      <div className="dialog-foot">
        <Button kind="quiet" onClick={() => close(false)}>
          {translate('ui.cancel')}
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
      {text ? <p className="quiet">{text}</p> : null}
      <div className="dialog-foot">
        <Button kind="primary" onClick={() => close(true)}>
          {translate('ui.ok')}
        </Button>
      </div>
    </>
  ))
}
