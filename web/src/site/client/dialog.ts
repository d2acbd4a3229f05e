/** Makes an element with a class and text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

export interface Dialog {
  root: HTMLDialogElement
  close: () => void
}

/** A modal dialog; the browser traps the focus, closes it on Escape and gives the focus back. */
export function openDialog(parts: { title: string; body: HTMLElement[]; role?: 'alertdialog' }): Dialog {
  const root = element('dialog', 'dialog')
  const title = element('h2', 'dialog-title', parts.title)
  title.id = `dialog-title-${document.querySelectorAll('dialog').length}`
  root.setAttribute('aria-labelledby', title.id)
  if (parts.role) root.setAttribute('role', parts.role)
  root.append(title, ...parts.body)
  root.addEventListener('close', () => root.remove())
  document.body.append(root)
  root.showModal()
  return { root, close: () => root.close() }
}

function button(text: string, look: 'primary' | 'soft', act: () => void): HTMLButtonElement {
  const made = element('button', `button ${look}`, text)
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}

/** Says one thing; resolves when it has been read. */
export function alertDialog(words: { text: string; ok: string }): Promise<void> {
  return new Promise((resolve) => {
    const actions = element('div', 'dialog-actions')
    const dialog = openDialog({ title: words.text, body: [actions], role: 'alertdialog' })
    actions.append(button(words.ok, 'primary', dialog.close))
    dialog.root.addEventListener('close', () => resolve())
    actions.querySelector('button')?.focus()
  })
}

/** Asks; anything but the named act is a no. */
export function confirmDialog(words: {
  question: string
  effect: string
  cancel: string
  act: string
}): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false
    const actions = element('div', 'dialog-actions')
    const dialog = openDialog({
      title: words.question,
      body: [element('p', 'dialog-text', words.effect), actions],
      role: 'alertdialog',
    })
    actions.append(
      button(words.cancel, 'soft', dialog.close),
      button(words.act, 'primary', () => {
        answer = true
        dialog.close()
      }),
    )
    dialog.root.addEventListener('close', () => resolve(answer))
  })
}
