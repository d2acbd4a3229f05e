import { type CustomerType, isEmail, verifyEmail } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Banner } from '../../../ui/page/banner.tsx'
import cardClasses from '../../../ui/page/card.module.css'
import { useTitle } from '../../../ui/page/page.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'
import { SignupForm } from './signup-form.tsx'
import { SignupTerms } from './signup-terms.tsx'

/** Continues a sign-up from the mailed link. Without a proper address there is nothing to continue. */
export function Signup() {
  const [query] = useSearchParams()
  const address = query.get('email')?.trim() ?? ''
  const good = isEmail(address)
  useEffect(() => {
    if (!good) location.replace('/')
  }, [good])
  return good ? <Continuation address={address} token={query.get('token') ?? ''} /> : null
}

function Continuation({ address, token }: { address: string; token: string }) {
  const { t } = useI18n()
  const [step, setStep] = useState<1 | 2>(1)
  const [type, setType] = useState<CustomerType>('ADVERTISER')
  const [agreed, setAgreed] = useState(false)
  useTitle(t('account.signup.title'))
  // Said early, so that nobody fills in a form that will be refused; the sign-up itself checks again.
  const link = useContractQuery(verifyEmail, { token }, { loads: 'background' })
  return (
    <div className={`${cardClasses.card} ${classes.card} ${classes.cardWide}`}>
      <p className={shared.quiet}>{t('account.signup.step', { step })}</p>
      <h1>{t('account.signup.title')}</h1>
      <p className={shared.quiet}>{address}</p>
      {link.isError ? (
        <Banner tone="warn" to="/signup-email" go={t('account.signup.newLink')}>
          {t('account.signup.badLink')}
        </Banner>
      ) : null}
      {step === 1 ? (
        <SignupTerms
          type={type}
          agreed={agreed}
          onType={setType}
          onAgreed={setAgreed}
          onNext={() => setStep(2)}
        />
      ) : null}
      <div hidden={step !== 2}>
        <SignupForm address={address} token={token} type={type} onPrevious={() => setStep(1)} />
      </div>
    </div>
  )
}
