import type { CustomerType } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'

/** Step 1: which side, and its terms. */
export function SignupTerms(props: {
  type: CustomerType
  agreed: boolean
  onType: (type: CustomerType) => void
  onAgreed: (agreed: boolean) => void
  onNext: () => void
}) {
  const { t, language } = useI18n()
  const choices = [
    { type: 'ADVERTISER', name: t('account.advertiser'), text: t('account.signup.advertiserText') },
    { type: 'PUBLISHER', name: t('account.publisher'), text: t('account.signup.publisherText') },
  ] as const
  const forAdvertisers = props.type === 'ADVERTISER'
  function handleNext() {
    if (props.agreed) props.onNext()
    else void showAlert(t('account.signup.agreeNeeded'))
  }
  return (
    <>
      <fieldset className={classes.types}>
        <legend>{t('account.signup.type')}</legend>
        {choices.map((choice) => (
          <label key={choice.type} className={classes.type}>
            <input
              type="radio"
              name="type"
              value={choice.type}
              checked={props.type === choice.type}
              onChange={() => {
                props.onType(choice.type)
                // Agreement to the one text is no agreement to the other.
                props.onAgreed(false)
              }}
            />
            <span>
              <b>{choice.name}</b>
              <span className={shared.quiet}>{choice.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <iframe
        key={`${props.type}-${language}`}
        className={classes.terms}
        title={t(forAdvertisers ? 'account.signup.advertiserTerms' : 'account.signup.publisherTerms')}
        src={`${forAdvertisers ? '/terms-advertiser' : '/terms-publisher'}?frame=1&lang=${language}`}
      />
      <div className={classes.agree}>
        <CheckField
          label={t('account.signup.agree')}
          checked={props.agreed}
          onChange={(event) => props.onAgreed(event.currentTarget.checked)}
        />
      </div>
      <div className={classes.foot}>
        <Button kind="primary" onClick={handleNext}>
          {t('account.signup.next')}
        </Button>
      </div>
    </>
  )
}
