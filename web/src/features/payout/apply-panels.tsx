import { IconAlertCircleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { getAccount, Received } from '@voltline/contract'
import { Link } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/page/card.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './apply-panels.module.css'
import type { WindowClock } from './window.ts'

/** The time until the payout window closes or opens. */
export function ClockPanel({ clock }: { clock: WindowClock }) {
  const { t } = useI18n()
  return (
    <section
      className={classes.clock}
      aria-label={t(clock.open ? 'payout.apply.closesIn' : 'payout.apply.opensIn')}
    >
      <p>{t(clock.open ? 'payout.apply.closesIn' : 'payout.apply.opensIn')}</p>
      <strong>{t('payout.apply.days', clock.left)}</strong>
      <div className={classes.days} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((past) => (
          <i key={past}>
            <b style={{ width: `${100 * Math.min(1, Math.max(0, clock.daysPast - past))}%` }} />
          </i>
        ))}
      </div>
      <p className={classes.ends}>
        <span>{clock.firstDay}</span>
        <span>{clock.lastDay}</span>
      </p>
    </section>
  )
}

export interface Check {
  holds: boolean
  yes: string
  no: string
  text: string
}

/** The conditions of an application, and which of them are not met. */
export function Checks({ checks }: { checks: readonly Check[] }) {
  const { t } = useI18n()
  return (
    <Card label={t('payout.apply.ready')}>
      <h2>{t('payout.apply.ready')}</h2>
      <ul className={classes.checks}>
        {checks.map((check) => (
          <li key={check.yes} data-no={check.holds ? undefined : true}>
            {check.holds ? (
              <IconCircleCheckFilled size={20} aria-hidden="true" />
            ) : (
              <IconAlertCircleFilled size={20} aria-hidden="true" />
            )}
            <span>
              <b>{check.holds ? check.yes : check.no}</b>
              <span className={shared.quiet}>{check.text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Account = NonNullable<Received<typeof getAccount>['account']>

export function PaidTo({ account }: { account: Account }) {
  const { t } = useI18n()
  return (
    <Card label={t('payout.apply.paidTo')}>
      <div className={classes.head}>
        <h2>{t('payout.apply.paidTo')}</h2>
        <Link to="/pub-my-page-doc">{t('payout.apply.change')}</Link>
      </div>
      <dl className={classes.pairs}>
        <div>
          <dt>{t('payout.documents.name')}</dt>
          <dd>{account.Name}</dd>
        </div>
        <div>
          <dt>{t('payout.documents.bank')}</dt>
          <dd>{account.Bank}</dd>
        </div>
        <div>
          <dt>{t('payout.documents.number')}</dt>
          <dd className={shared.mono}>•••• {account.Number.slice(-4)}</dd>
        </div>
      </dl>
    </Card>
  )
}

export function WhatNext({ clock }: { clock: WindowClock }) {
  const { t } = useI18n()
  const steps = [
    { title: t('payout.apply.nextApply'), text: t('payout.apply.nextApplyText', { date: clock.lastDay }) },
    { title: t('payout.apply.nextReview'), text: t('payout.apply.nextReviewText') },
    { title: t('payout.apply.nextPaid'), text: t('payout.apply.nextPaidText', { date: clock.paidBy }) },
  ]
  return (
    <Card label={t('payout.apply.next')}>
      <h2>{t('payout.apply.next')}</h2>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <b>{step.title}</b>
            <span className={shared.quiet}>{step.text}</span>
          </li>
        ))}
      </ol>
      <p className={`${shared.hint} ${classes.stepsHint}`}>{t('payout.apply.example')}</p>
    </Card>
  )
}
