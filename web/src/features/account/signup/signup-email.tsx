import { authMail } from '@voltline/contract'
import { Link } from 'react-router'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useContractForm } from '../../../ui/fields/use-contract-form.tsx'
import cardClasses from '../../../ui/page/card.module.css'
import { useTitle } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'
import { useHumanPass } from '../human/human-pass.tsx'

function Steps() {
  const { t } = useI18n()
  const steps = [
    { title: t('account.signupEmail.step1'), text: t('account.signupEmail.step1Text') },
    { title: t('account.signupEmail.step2'), text: t('account.signupEmail.step2Text') },
    { title: t('account.signupEmail.step3'), text: t('account.signupEmail.step3Text') },
    { title: t('account.signupEmail.step4'), text: t('account.signupEmail.step4Text') },
  ]
  return (
    <section className={classes.steps}>
      <h2>{t('account.signupEmail.stepsTitle')}</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span className={classes.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            <span>
              <b>{step.title}</b>
              <span className={shared.quiet}>{step.text}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function SignupEmail() {
  const { t } = useI18n()
  const human = useHumanPass()
  useTitle(t('account.signupEmail.title'))
  const form = useContractForm((forms) => forms.emailForm, { email: '' })
  const send = useContractMutation(authMail, {
    onRefusal(code) {
      if (code === 'API_FORBIDDEN') human.reset()
      return false
    },
  })
  async function handleSubmit(values: { email: string }) {
    const address = values.email.trim()
    if (send.isPending || !(await human.pass())) return
    if (!(await send.send({ url: location.origin, email: address }))) return
    form.reset()
    human.reset()
    await showAlert({
      title: t('account.signupEmail.sentTitle'),
      text: t('account.signupEmail.sentText', { email: address }),
    })
  }
  return (
    <div className={classes.beside}>
      <Steps />
      <div>
        <div className={`${cardClasses.card} ${classes.card}`}>
          <h1>{t('account.signupEmail.title')}</h1>
          <p className={shared.quiet}>{t('account.signupEmail.lead')}</p>
          <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
            <TextField
              label={t('account.email')}
              required
              type="email"
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            {human.widget}
            <Button kind="primary" size="lg" type="submit" fullWidth pending={send.isPending}>
              {t('account.signupEmail.submit')}
            </Button>
          </form>
        </div>
        <p className={classes.below}>
          {t('account.signupEmail.member')} <Link to="/signin">{t('account.signin.title')}</Link>
        </p>
      </div>
    </div>
  )
}
