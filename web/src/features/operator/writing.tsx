import { type FormEvent, useState } from 'react'
import { useOperator } from '../../api/session/session.ts'
import { translate, useI18n } from '../../i18n/i18n.ts'
import { Button, type ButtonProps } from '../../ui/controls/button.tsx'
import dialogsClasses from '../../ui/dialogs/dialogs.module.css'
import { openDialog } from '../../ui/dialogs/dialogs.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import shared from '../../ui/theme/shared.module.css'

/** The group USERS reads; its buttons are off and say why. */
export const useMayWrite = (): boolean => useOperator()?.user.Group === 'ADMINISTRATORS'

export function WriteButton(props: ButtonProps) {
  const { t } = useI18n()
  const mayWrite = useMayWrite()
  return <Button {...props} disabledBecause={mayWrite ? props.disabledBecause : t('operator.readOnly')} />
}

/** The calls take one line; a pasted break becomes a space. */
export const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, ' ')
export const reasonMax = 1_000

interface ReasonQuestion {
  title: string
  effect: string
  verb: string
  danger?: boolean
}

function ReasonForm(props: ReasonQuestion & { onAnswer: (reason: string | null) => void }) {
  const { t } = useI18n()
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') setError(t('ui.field.required'))
    else props.onAnswer(reason.trim())
  }
  return (
    <form className={shared.form} noValidate onSubmit={submit}>
      <p className={`${shared.quiet} ${dialogsClasses.why}`}>{props.effect}</p>
      <TextAreaField
        label={t('operator.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={reasonMax}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(oneLine(event.currentTarget.value))
          setError('')
        }}
      />
      <div className={dialogsClasses.foot}>
        <Button kind="quiet" onClick={() => props.onAnswer(null)}>
          {translate('ui.cancel')}
        </Button>
        <Button kind={props.danger ? 'danger' : 'primary'} type="submit">
          {props.verb}
        </Button>
      </div>
    </form>
  )
}

/** Asks why, in a dialog; null when the person thought better of it. */
export const askReason = (question: ReasonQuestion): Promise<string | null> =>
  openDialog<string | null>(question.title, null, (answer) => <ReasonForm {...question} onAnswer={answer} />)
