import { type ErrorCode, recaptcha } from '@voltline/contract'
import { type ReactNode, useRef, useState } from 'react'
import { api, CallTrouble } from '../../../api/client.ts'
import { translate, useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import dialogsClasses from '../../../ui/dialogs/dialogs.module.css'
import { openDialog, showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { HumanCheck } from './human-check.tsx'

export interface HumanPass {
  /** The check, to be rendered in the form. */
  widget: ReactNode
  /** True when the server has accepted the check. Shows an error otherwise. */
  pass: () => Promise<boolean>
  /** Starts a new check: the last pass was used, or the server does not know it. */
  reset: () => void
}

/** A failed call shows an alert instead of the error page, so that the form is kept. */
async function accepted(token: string): Promise<boolean> {
  try {
    await api(recaptcha, { token })
    return true
  } catch (error) {
    const trouble = error instanceof CallTrouble ? error.trouble : null
    const code: ErrorCode = trouble && trouble.kind !== 'failed' ? trouble.code : 'UNKNOWN'
    await showAlert(translate(`errors.${code}`))
    return false
  }
}

export function useHumanPass(): HumanPass {
  const { t } = useI18n()
  const token = useRef<string | null>(null)
  const passed = useRef(false)
  const [missing, setMissing] = useState(false)
  const [round, setRound] = useState(0)
  function reset() {
    token.current = null
    passed.current = false
    setMissing(false)
    setRound((before) => before + 1)
  }
  return {
    widget: (
      <HumanCheck
        key={round}
        error={missing ? t('account.human.needed') : null}
        onToken={(value) => {
          token.current = value
          if (value) setMissing(false)
        }}
      />
    ),
    reset,
    async pass() {
      // A pass stays valid until the call it was for has succeeded, so a corrected address needs no second check.
      if (passed.current) return true
      if (!token.current) {
        setMissing(true)
        return false
      }
      passed.current = await accepted(token.current)
      if (!passed.current) reset()
      return passed.current
    },
  }
}

function HumanDialog({ onAnswer }: { onAnswer: (passed: boolean) => void }) {
  const { t } = useI18n()
  const human = useHumanPass()
  const [pending, setPending] = useState(false)
  async function handleConfirm() {
    setPending(true)
    const passed = await human.pass()
    setPending(false)
    if (passed) onAnswer(true)
  }
  return (
    <>
      {human.widget}
      <div className={dialogsClasses.foot}>
        <Button kind="quiet" onClick={() => onAnswer(false)}>
          {t('ui.cancel')}
        </Button>
        <Button kind="primary" pending={pending} onClick={handleConfirm}>
          {t('account.human.confirm')}
        </Button>
      </div>
    </>
  )
}

/** The bot-check dialog; true once it is passed. */
export const askHuman = (): Promise<boolean> =>
  openDialog(translate('account.human.title'), false, (answer) => <HumanDialog onAnswer={answer} />)
