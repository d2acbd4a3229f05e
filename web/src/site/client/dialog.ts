interface DialogTexts {
  title: string
  text?: string
  /** Anything but the confirm button is a no. */
  cancel?: string
  confirm?: string
}

type Slot = 'title' | 'text' | 'content' | 'cancel' | 'confirm'

export interface Dialog {
  root: HTMLDialogElement
  /** Empty; removed unless the caller fills it in `fill`. */
  content: HTMLElement
  close: () => void
}

/**
 * Opens a modal dialog cloned from the page's template; the browser traps the focus, closes the dialog on Escape and
 * restores the focus. Resolves to true when the confirm button closed it. `fill` adds content between text and buttons.
 */
export function openDialog(
  texts: DialogTexts,
  { role, fill }: { role?: 'alertdialog'; fill?: (dialog: Dialog) => void } = {},
): Promise<boolean> {
  const root = cloneTemplate()
  const slot = (name: Slot) => {
    const element = root.querySelector<HTMLElement>(`[data-slot=${name}]`)
    if (!element) throw new Error(`the dialog template has no ${name}`)
    return element
  }
  for (const name of ['title', 'text', 'cancel', 'confirm'] as const) {
    if (texts[name] === undefined) slot(name).remove()
    else slot(name).textContent = texts[name]
  }
  const dialog: Dialog = { root, content: slot('content'), close: () => root.close() }
  if (fill) fill(dialog)
  else dialog.content.remove()
  if (role) root.setAttribute('role', role)

  return new Promise((resolve) => {
    let confirmed = false
    root.querySelector('[data-slot=cancel]')?.addEventListener('click', dialog.close)
    root.querySelector('[data-slot=confirm]')?.addEventListener('click', () => {
      confirmed = true
      dialog.close()
    })
    root.addEventListener('close', () => {
      root.remove()
      resolve(confirmed)
    })
    root.showModal()
    if (texts.cancel === undefined) slot('confirm').focus()
    else dialog.content.querySelector('input')?.focus()
  })
}

/** Adds the dialog to the page, with its title as its accessible name. */
function cloneTemplate(): HTMLDialogElement {
  const template = document.querySelector<HTMLTemplateElement>('#dialog-template')
  const root = template?.content.querySelector('dialog')?.cloneNode(true)
  if (!(root instanceof HTMLDialogElement)) throw new Error('the page has no dialog template')
  const title = root.querySelector('[data-slot=title]')
  if (title) title.id = `dialog-title-${document.querySelectorAll('dialog').length}`
  root.setAttribute('aria-labelledby', title?.id ?? '')
  document.body.append(root)
  return root
}

/** Shows one sentence; resolves when the visitor has closed it. */
export async function alertDialog({ text, ok }: { text: string; ok: string }): Promise<void> {
  await openDialog({ title: text, confirm: ok }, { role: 'alertdialog' })
}
