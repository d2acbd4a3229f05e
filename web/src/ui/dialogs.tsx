import { modals } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { observable } from '../browser/observable.ts'
import { translate, useI18n } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { PasswordField } from './fields.tsx'

/** The title is the question with the thing's name, the effect one line, the verb what the button does. */
export type Question = string | { title: string; effect?: string; verb?: string; danger?: boolean }
export type Notice = string | { title: string; text?: string }

/** How many dialogs are open: Escape belongs to the topmost one. */
const open = observable(0)
export const isDialogOpen = (): boolean => open.get() > 0

/** Opens a dialog around `inside`; closing it in any way answers `closed`. */
function ask<T>(
  title: string,
  closed: T,
  inside: (answer: (value: T) => void) => React.ReactNode,
): Promise<T> {
  return new Promise((resolve) => {
    const id = `dialog-${crypto.randomUUID()}`
    open.set(open.get() + 1)
    let answered = false
    const answer = (value: T) => {
      if (answered) return
      answered = true
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
      onClose: () => setTimeout(() => answer(closed)),
      children: inside(answer),
    })
  })
}

/** Asks before something happens. Declining answers false. */
export function askConfirm(question: Question): Promise<boolean> {
  const { title, effect, verb, danger } =
    typeof question === 'string'
      ? { title: question, effect: undefined, verb: undefined, danger: false }
      : question
  return ask(title, false, (answer) => (
    <>
      {effect ? <p className="quiet">{effect}</p> : null}
      <div className="dialog-foot">
        <Button kind="quiet" onClick={() => answer(false)}>
          {translate('ui.cancel')}
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {verb ?? translate('ui.ok')}
        </Button>
      </div>
    </>
  ))
}

/** Says something that has to be read; one OK. */
export async function showAlert(notice: Notice): Promise<void> {
  const { title, text } = typeof notice === 'string' ? { title: notice, text: undefined } : notice
  await ask(title, true, (answer) => (
    <>
      {text ? <p className="quiet">{text}</p> : null}
      <div className="dialog-foot">
        <Button kind="primary" onClick={() => answer(true)}>
          {translate('ui.ok')}
        </Button>
      </div>
    </>
  ))
}

/** What trying a password led to: it was right, it was wrong (in words), or the page moves on without it. */
export type PasswordTry = { right: true } | { right: false; says: string } | { right: false; gone: true }

function PasswordForm(props: {
  why: string
  attempt: (password: string) => Promise<PasswordTry>
  onAnswer: (value: boolean) => void
}) {
  const { t } = useI18n()
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    if (password === '') return setError(t('ui.field.required'))
    setPending(true)
    const outcome = await props.attempt(password)
    setPending(false)
    if (outcome.right) props.onAnswer(true)
    else if ('gone' in outcome) props.onAnswer(false)
    else setError(outcome.says)
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="quiet dialog-why">{props.why}</p>
      <PasswordField
        label={t('ui.password.label')}
        required
        data-autofocus
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setError('')
        }}
      />
      <div className="dialog-foot">
        <Button kind="quiet" onClick={() => props.onAnswer(false)}>
          {t('ui.cancel')}
        </Button>
        <Button kind="primary" type="submit" pending={pending}>
          {t('ui.password.confirm')}
        </Button>
      </div>
    </form>
  )
}

/** Asks for the account's password again. */
const askPassword = (options: {
  why?: string
  attempt: (password: string) => Promise<PasswordTry>
}): Promise<boolean> =>
  ask(translate('ui.password.title'), false, (answer) => (
    <PasswordForm
      why={options.why ?? translate('ui.password.why')}
      attempt={options.attempt}
      onAnswer={answer}
    />
  ))

/** A dialog with content of its own, such as the bot check. */
export const askWith = ask

export const useConfirm = () => askConfirm
export const useAlert = () => showAlert
export const usePasswordDialog = () => askPassword
