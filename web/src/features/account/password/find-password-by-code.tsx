import { confirmVcode, limits, sendVcode } from '@voltline/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import shared from '../../../ui/theme/shared.module.css'
import { askHuman } from '../human/human-pass.tsx'

/** Proves the address by a mailed code. Both calls need a passed human check. */
export function FindPasswordByCode() {
  const { t } = useI18n()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useContractMutation(sendVcode)
  const form = useContractForm((forms) => forms.emailForm, { email: '' })
  async function handleSend(values: { email: string }) {
    const address = values.email.trim()
    if (!(await askHuman())) return
    if (!(await send.send({ email: address }))) return
    setSentTo(address)
    showToast(t('account.findPassword.codeSent'))
  }
  return (
    <>
      <form className={shared.form} noValidate onSubmit={form.submit(handleSend)}>
        <p className={shared.quiet}>{t('account.findPassword.codeLead')}</p>
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
          pending={send.isPending}
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
  const navigate = useNavigate()
  const confirm = useContractMutation(confirmVcode)
  const form = useContractForm((forms) => forms.codeForm, { code: '' })
  async function handleConfirm({ code }: { code: string }) {
    if (!(await askHuman())) return
    const answer = await confirm.send({ email: address, code })
    if (!answer) return
    showToast(t('account.findPassword.confirmed'))
    await navigate(`/reset-password?${new URLSearchParams({ token: answer.token })}`)
  }
  return (
    <form className={shared.form} noValidate onSubmit={form.submit(handleConfirm)}>
      <TextField
        label={t('account.findPassword.code')}
        required
        hint={t('account.findPassword.codeHint', { email: address })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={limits.vcodeLength}
        {...form.getInputProps('code')}
      />
      <Button kind="primary" size="lg" type="submit" fullWidth pending={confirm.isPending}>
        {t('account.findPassword.confirmCode')}
      </Button>
    </form>
  )
}
