import { findEmail, type Received } from '@voltline/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import cardClasses from '../../ui/page/card.module.css'
import { useTitle } from '../../ui/page/page.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './account.module.css'

type Found = Received<typeof findEmail>

function Result({ found }: { found: Found }) {
  const { t, date } = useI18n()
  if (found.exist === 0) {
    return (
      <Banner tone="warn" to="/signup-email" go={t('account.findEmail.join')}>
        {t('account.findEmail.notFound')}
      </Banner>
    )
  }
  return (
    <Banner to="/signin" go={t('account.findEmail.signIn')}>
      <b>{t('account.findEmail.found')}</b>
      <br />
      {found.email}
      {found.registTime ? `, ${t('account.findEmail.since', { date: date(found.registTime) })}` : null}
    </Banner>
  )
}

export function FindEmail() {
  const { t } = useI18n()
  const [found, setFound] = useState<Found | null>(null)
  const find = useContractMutation(findEmail)
  useTitle(t('account.findEmail.title'))
  const form = useContractForm((forms) => forms.emailForm, { email: '' })
  async function handleSubmit(values: { email: string }) {
    setFound(null)
    setFound(await find.send({ email: values.email.trim() }))
  }
  return (
    <>
      <div className={`${cardClasses.card} ${classes.card}`}>
        <h1>{t('account.findEmail.title')}</h1>
        <p className={shared.quiet}>{t('account.findEmail.lead')}</p>
        <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
          <TextField
            label={t('account.email')}
            required
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <Button kind="primary" size="lg" type="submit" fullWidth pending={find.isPending}>
            {t('account.findEmail.submit')}
          </Button>
        </form>
        <div className={classes.result} role="status">
          {found ? <Result found={found} /> : null}
        </div>
      </div>
      <p className={classes.below}>
        <Link to="/signin">{t('account.findPassword.backToSignin')}</Link>
      </p>
    </>
  )
}
