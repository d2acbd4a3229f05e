import { IconAlertCircle } from '@tabler/icons-react'
import { humanChallenge, type Received } from '@voltline/contract'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import mantineClasses from '../../../ui/theme/mantine.module.css'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../account.module.css'

export type Challenge = Received<typeof humanChallenge>
export interface WidgetProps {
  challenge: Challenge
  /** The proof, or null when it is gone or has run out. */
  onToken: (token: string | null) => void
}

// The check's own program is larger than the page around it, and only one of them is ever needed.
const Altcha = lazy(async () => ({ default: (await import('./altcha-widget.tsx')).AltchaWidget }))
const Provider = lazy(async () => ({ default: (await import('./provider-widget.tsx')).ProviderWidget }))

/** The human check that the server is configured for. */
export function HumanCheck(props: { error: string | null; onToken: (token: string | null) => void }) {
  const { t } = useI18n()
  const [challenge, setChallenge] = useState<Challenge | 'loading' | 'failed'>('loading')
  const load = useCallback(async () => {
    setChallenge('loading')
    try {
      setChallenge(await api(humanChallenge, {}))
    } catch {
      setChallenge('failed')
      void showAlert(t('errors.UNKNOWN'))
    }
  }, [t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; a change of language needs no new challenge
  useEffect(() => void load(), [])
  return (
    <div className={classes.human}>
      {challenge === 'loading' ? (
        <p className={`${classes.humanBox} ${shared.quiet}`}>{t('account.human.loading')}</p>
      ) : null}
      {challenge === 'failed' ? (
        <div className={classes.humanBox}>
          <Button kind="text" onClick={load}>
            {t('account.human.again')}
          </Button>
        </div>
      ) : null}
      {typeof challenge === 'object' ? <Widget challenge={challenge} onToken={props.onToken} /> : null}
      {props.error ? (
        <p className={mantineClasses.inputWrapperError} role="alert">
          <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
          <span>{props.error}</span>
        </p>
      ) : null}
    </div>
  )
}

function Widget(props: WidgetProps) {
  const { t } = useI18n()
  if (props.challenge.provider === 'test') {
    return (
      <div className={classes.humanBox}>
        <CheckField
          label={t('account.human.box')}
          onChange={(event) => props.onToken(event.currentTarget.checked ? 'test' : null)}
        />
      </div>
    )
  }
  return (
    <Suspense
      fallback={<p className={`${classes.humanBox} ${shared.quiet}`}>{t('account.human.loading')}</p>}
    >
      {props.challenge.provider === 'altcha' ? <Altcha {...props} /> : <Provider {...props} />}
    </Suspense>
  )
}
