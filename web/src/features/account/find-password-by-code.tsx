import { confirmVcode, limits, sendVcode } from '@voltline/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../api/hooks.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useFields } from '../../ui/form.ts'
import { useToast } from '../../ui/toast.tsx'
import { checked, digits, email, maxLength, required } from '../../ui/validate.tsx'
import { askHuman } from './human-pass.tsx'

/** The other way to prove the address: a mailed code. Both calls stand behind the bot check. */
export function FindPasswordByCode() {
  const { t } = useI18n()
  const toast = useToast()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useCall(sendVcode)
  const form = useFields({ email: '' }, { email: (value) => checked(value, required, email) })
  async function handleSend(values: { email: string }) {
    const address = values.email.trim()
    if (!(await askHuman())) return
    if (!(await send.run({ email: address }))) return
    setSentTo(address)
    toast(t('account.findPassword.codeSent'))
  }
  return (
    <>
      <form className="form" noValidate onSubmit={form.submit(handleSend)}>
        <p className="quiet">{t('account.findPassword.codeLead')}</p>
        <TextField
          label={t('account.email')}
          required
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <Button
          kind={sentTo ? 'outline' : 'primary'}
          size="lg"
          type="submit"
          fullWidth
          pending={send.pending}
        >
          {t(sentTo ? 'account.findPassword.sendAgain' : 'account.findPassword.sendCode')}
        </Button>
      </form>
      {sentTo ? <CodeForm key={sentTo} address={sentTo} /> : null}
    </>
  )
}

function CodeForm({ address }: { address: string }) {
  const { t } = useI18n()
  const toast = useToast()
  const navigate = useNavigate()
  const confirm = useCall(confirmVcode)
  const form = useFields(
    { code: '' },
    { code: (value) => checked(value, required, digits, maxLength(limits.vcodeLength)) },
  )
  async function handleConfirm({ code }: { code: string }) {
    if (!(await askHuman())) return
    const answer = await confirm.run({ email: address, code })
    if (!answer) return
    toast(t('account.findPassword.confirmed'))
    await navigate(`/reset-password?${new URLSearchParams({ token: answer.token })}`)
  }
  return (
    <form className="form" noValidate onSubmit={form.submit(handleConfirm)}>
      <TextField
        label={t('account.findPassword.code')}
        required
        hint={t('account.findPassword.codeHint', { email: address })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={limits.vcodeLength}
        {...form.getInputProps('code')}
      />
      <Button kind="primary" size="lg" type="submit" fullWidth pending={confirm.pending}>
        {t('account.findPassword.confirmCode')}
      </Button>
    </form>
  )
}
