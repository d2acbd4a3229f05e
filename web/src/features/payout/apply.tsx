import {
  getAccount,
  getRevenue,
  publisherHome,
  type Received,
  requestList,
  requestRevenue,
  requestRevenueCheck,
  revenueDetails,
} from '@voltline/contract'
import { instant } from '@voltline/kernel'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { confirmPassword } from '../../ui/dialogs/confirm-password.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Card } from '../../ui/page/card.tsx'
import { inWholeWon, sumWon } from '../../ui/table/whole-won.ts'
import shared from '../../ui/theme/shared.module.css'
import classes from './apply.module.css'
import { Checks, ClockPanel, PaidTo, WhatNext } from './apply-panels.tsx'
import { PayoutFrame } from './payout-frame.tsx'
import { type WindowClock, windowClock } from './window.ts'

const clockMs = 30_000

function useWindowClock() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockMs)
    return () => clearInterval(timer)
  }, [])
  return windowClock(instant(now))
}

/** Checks the amount, confirms the password, then requests the payout. */
function useApplication({ payable, minimum }: { payable: number; minimum: number }) {
  const { t, money } = useI18n()
  const navigate = useNavigate()
  const onRefusal = (code: string) => {
    if (code === 'NOTENOUGH_REVENUE') {
      const limits = { minimum: money(minimum), payable: money(payable) }
      void showAlert({ title: t('errors.NOTENOUGH_REVENUE'), text: t('payout.apply.between', limits) })
      return true
    }
    if (code !== 'NEED_ACCOUNT') return false
    void showAlert(t('errors.NEED_ACCOUNT')).then(() => navigate('/pub-my-page-doc'))
    return true
  }
  const check = useContractMutation(requestRevenueCheck, { onRefusal })
  const request = useContractMutation(requestRevenue, {
    onRefusal,
    refreshes: [getRevenue, requestList, publisherHome],
  })
  async function apply(num: number) {
    if (!(await check.send({ num }))) return
    if (!(await confirmPassword(t('payout.apply.passwordWhy')))) return
    if (!(await request.send({ num }))) return
    showToast(t('payout.apply.done'))
    await navigate('/pub-my-page-request-list')
  }
  return { apply, pending: check.isPending || request.isPending }
}

type Months = Received<typeof revenueDetails>['list']

const monthsMax = 6

/** The closed months minus what has been applied for: the payable amount, in whole won that add up. */
function useSumLines(months: Months, payable: number) {
  const { t } = useI18n()
  const earlier = months.slice(monthsMax)
  const applied = sumWon([...months.map((month) => month.Revenue), -payable])
  const lines = [
    ...months.slice(0, monthsMax).map((month) => ({
      label: t('payout.apply.revenueOf', { month: month.RegistTime }),
      won: month.Revenue,
    })),
    ...(earlier.length > 0
      ? [{ label: t('payout.apply.earlier'), won: sumWon(earlier.map((month) => month.Revenue)) }]
      : []),
    ...(applied > 0 ? [{ label: t('payout.apply.appliedFor'), won: -applied }] : []),
  ]
  return inWholeWon(lines, 'won', payable)
}

function Sum({ months, payable }: { months: Months; payable: number }) {
  const { t, number } = useI18n()
  const lines = useSumLines(months, payable)
  if (months.length === 0) return <p className={shared.quiet}>{t('payout.apply.nothing')}</p>
  return (
    <dl className={classes.sum}>
      {lines.map(({ label, won }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number(won)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('payout.apply.payable')}</dt>
        <dd>{number(payable)}</dd>
      </div>
    </dl>
  )
}

function ApplyForm(props: { payable: number; minimum: number; months: Months; clock: WindowClock }) {
  const { payable, minimum, months } = props
  const { t, money } = useI18n()
  const application = useApplication(props)
  const whole = Math.floor(payable)
  const form = useContractForm<{ amount: number | '' }>((forms) => forms.payoutForm, {
    amount: whole >= minimum ? whole : '',
  })
  const { amount } = form.getValues()
  return (
    <form
      className={`${shared.form} ${classes.form}`}
      noValidate
      onSubmit={form.submit(({ amount: num }) => application.apply(Number(num)))}
    >
      <Card pad="form">
        <div className={classes.amount}>
          <p className={`${classes.payable} ${shared.hint}`}>
            {t('payout.apply.payableNow', { amount: money(payable) })}
          </p>
          <MoneyField
            label={t('payout.apply.amount')}
            required
            hint={t('payout.apply.hint', { minimum: money(minimum) })}
            {...form.getInputProps('amount')}
          />
        </div>
        <div className={classes.useAll}>
          <Button kind="quiet" onClick={() => form.setFieldValue('amount', whole)}>
            {t('payout.apply.useAll')}
          </Button>
        </div>
        <Sum months={months} payable={payable} />
      </Card>
      <WhatNext clock={props.clock} />
      <div className={shared.row}>
        <Button kind="primary" size="lg" type="submit" pending={application.pending}>
          {amount === ''
            ? t('payout.apply.submitPlain')
            : t('payout.apply.submit', { amount: money(amount) })}
        </Button>
        <span className={shared.hint}>{t('payout.apply.password')}</span>
      </div>
    </form>
  )
}

function useChecks(state: {
  hasAccount: boolean
  bank: string
  enough: boolean
  minimum: string
  open: boolean
  first: boolean
}) {
  const { t } = useI18n()
  return [
    {
      holds: state.hasAccount,
      yes: t('payout.apply.checkDocuments'),
      no: t('payout.apply.checkDocumentsNo'),
      text: state.bank,
    },
    {
      holds: state.enough,
      yes: t('payout.apply.checkMinimum'),
      no: t('payout.apply.checkMinimumNo'),
      text: state.minimum,
    },
    {
      holds: state.open,
      yes: t('payout.apply.checkWindow'),
      no: t('payout.apply.checkWindowNo'),
      text: t('payout.apply.dayOneToFive'),
    },
    {
      holds: state.first,
      yes: t('payout.apply.checkFirst'),
      no: t('payout.apply.checkFirstNo'),
      text: t('payout.apply.onePerWindow'),
    },
  ]
}

export function Apply() {
  const { t, money } = useI18n()
  const clock = useWindowClock()
  const revenue = useContractQuery(getRevenue, {}).data
  const months = useContractQuery(revenueDetails, {}).data?.list
  const account = useContractQuery(getAccount, {}).data
  const month = clock.lastDay.slice(0, 8)
  const requests = useContractQuery(
    requestList,
    { type: '1', startDate: `${month}01`, endDate: clock.lastDay },
    { loads: 'part' },
  ).data
  const checks = useChecks({
    hasAccount: account?.account != null,
    bank: account?.account?.Bank ?? '–',
    enough: revenue !== undefined && revenue.revenue >= revenue.minimum,
    minimum: money(revenue?.minimum ?? 0),
    open: clock.open,
    first: !requests?.list.length,
  })
  return (
    <PayoutFrame heading={t('payout.tab.apply')} lead={t('payout.apply.lead')}>
      {revenue && months && account ? (
        <div className={classes.columns}>
          <div>
            <ApplyForm
              key={revenue.revenue}
              payable={revenue.revenue}
              minimum={revenue.minimum}
              months={months}
              clock={clock}
            />
          </div>
          <div>
            <ClockPanel clock={clock} />
            <Checks checks={checks} />
            {account.account ? <PaidTo account={account.account} /> : null}
          </div>
        </div>
      ) : null}
    </PayoutFrame>
  )
}
