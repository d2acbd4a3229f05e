import { findPassword } from '@voltline/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Tabs } from '../../../ui/controls/tabs.tsx'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import cardClasses from '../../../ui/page/card.module.css'
import { useTitle } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'
import { FindPasswordByCode } from './find-password-by-code.tsx'

function ByLink() {
  const { t } = useI18n()
  const send = useContractMutation(findPassword)
  const form = useContractForm((forms) => forms.emailForm, { email: '' })
  async function handleSubmit(values: { email: string }) {
    const address = values.email.trim()
    if (!(await send.send({ url: location.origin, email: address }))) return
    form.reset()
    await showAlert({
      title: t('account.findPassword.sentTitle'),
      text: t('account.findPassword.sentText', { email: address }),
    })
  }
  return (
    <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
      <p className={shared.quiet}>{t('account.findPassword.linkLead')}</p>
      <TextField
        label={t('account.email')}
        required
        type="email"
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <Button kind="primary" size="lg" type="submit" fullWidth pending={send.isPending}>
        {t('account.findPassword.sendLink')}
      </Button>
    </form>
  )
}

export function FindPassword() {
  const { t } = useI18n()
  const [way, setWay] = useState<'link' | 'code'>('link')
  useTitle(t('account.findPassword.title'))
  return (
    <>
      <div className={`${cardClasses.card} ${classes.card}`}>
        <h1>{t('account.findPassword.title')}</h1>
        <Tabs
          label={t('account.findPassword.ways')}
          value={way}
          tabs={[
            { value: 'link', label: t('account.findPassword.byLink') },
            { value: 'code', label: t('account.findPassword.byCode') },
          ]}
          onChange={setWay}
        >
          {way === 'link' ? <ByLink /> : <FindPasswordByCode />}
        </Tabs>
      </div>
      <p className={classes.below}>
        <Link to="/signin">{t('account.findPassword.backToSignin')}</Link>
      </p>
    </>
  )
}
