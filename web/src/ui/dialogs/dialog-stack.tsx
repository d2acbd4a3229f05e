import { Modal } from '@mantine/core'
import classes from './dialogs.module.css'
import { type OpenDialog, openDialogs } from './dialogs.tsx'

const remove = (id: string) => openDialogs.set(openDialogs.get().filter((dialog) => dialog.id !== id))

/** One Mantine modal per dialog; only the topmost one closes on Escape. */
export function DialogStack({ dialogs }: { dialogs: readonly OpenDialog[] }) {
  const top = dialogs.findLast((dialog) => dialog.isOpen)
  return dialogs.map((dialog) => (
    <Modal
      key={dialog.id}
      opened={dialog.isOpen}
      onClose={dialog.dismiss}
      onExitTransitionEnd={() => remove(dialog.id)}
      closeOnEscape={dialog === top}
      title={dialog.title}
      centered
      withCloseButton={false}
      size={420}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
    >
      {dialog.content}
    </Modal>
  ))
}
