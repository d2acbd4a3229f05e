import { type CustomerType, defaultTimezone, signup } from '@voltline/contract'
import { useNavigate } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import { TimeZoneField } from '../../../ui/places/pickers.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'
import { NewPasswordFields } from '../password/new-password-fields.tsx'

const initial = {
  firstName: '',
  lastName: '',
  company: '',
  pw: '',
  again: '',
  timezoneName: defaultTimezone as string,
}

/** Step 2: the account itself. */
export function SignupForm(props: {
  address: string
  token: string
  type: CustomerType
  onPrevious: () => void
}) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const signUp = useContractMutation(signup)
  const form = useContractForm((forms) => forms.signupForm, initial)
  async function handleSubmit({ again: _again, ...account }: typeof initial) {
    const name = t('account.fullName', { first: account.firstName, last: account.lastName })
    const answer = await signUp.send({ token: props.token, type: props.type, ...account })
    if (!answer) return
    showToast(t('account.signup.done'))
    await navigate(`/signup-success?${new URLSearchParams({ name, email: props.address })}`, {
      replace: true,
    })
  }
  return (
    <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
      <div className={shared.formGrid}>
        <TextField
          label={t('account.firstName')}
          required
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <TextField
          label={t('account.lastName')}
          required
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextField
        label={t('account.company')}
        required
        autoComplete="organization"
        {...form.getInputProps('company')}
      />
      <NewPasswordFields
        label={t('account.password')}
        first={form.getInputProps('pw')}
        again={form.getInputProps('again')}
      />
      <TimeZoneField label={t('account.timeZone')} required {...form.getInputProps('timezoneName')} />
      <div className={classes.foot}>
        <Button onClick={props.onPrevious}>{t('account.signup.previous')}</Button>
        <Button kind="primary" type="submit" pending={signUp.isPending}>
          {t('account.signup.submit')}
        </Button>
      </div>
    </form>
  )
}
