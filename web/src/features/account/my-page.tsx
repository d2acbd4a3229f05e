import {
  adMyPage,
  changeCompany,
  changeMobile,
  changeName,
  changeTimezone,
  defaultMobileCountry,
  pubMyPage,
  type Received,
} from '@voltline/contract'
import type { ReactNode } from 'react'
import { useContractMutation } from '../../api/mutation.ts'
import { updateUser } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { confirmPassword } from '../../ui/dialogs/confirm-password.tsx'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Card } from '../../ui/page/card.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { CountryCodeField, TimeZoneField } from '../../ui/places/pickers.tsx'
import classes from './account.module.css'

export type Customer = Received<typeof pubMyPage>['customer']

const refreshes = [adMyPage, pubMyPage]

/** One setting: its name, its fields and Modify. */
function Row(props: {
  name: string
  dirty: boolean
  pending: boolean
  inputs: 'one' | 'two'
  onSubmit: (event: React.FormEvent<HTMLFormElement>) => void
  children: ReactNode
}) {
  const { t } = useI18n()
  return (
    <form
      className={`${classes.myRow} ${props.inputs === 'one' ? classes.myRowOne : classes.myRowTwo}`}
      noValidate
      aria-label={props.name}
      onSubmit={props.onSubmit}
    >
      <span className={classes.myLabel}>{props.name}</span>
      <div className={classes.myFields}>{props.children}</div>
      <Button
        type="submit"
        pending={props.pending}
        aria-label={t('account.myPage.modifyThis', { name: props.name })}
        disabledBecause={props.dirty ? undefined : t('account.myPage.unchanged')}
      >
        {t('account.myPage.modify')}
      </Button>
    </form>
  )
}

/** Confirms the password, makes the change and reports it. */
function useGuardedChange() {
  const { t } = useI18n()
  return async (change: () => Promise<unknown>) => {
    if (!(await confirmPassword())) return
    if (await change()) showToast(t('account.myPage.modified'))
  }
}

function NameRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const guarded = useGuardedChange()
  const change = useContractMutation(changeName, { refreshes })
  const form = useContractForm((forms) => forms.nameForm, {
    firstName: customer.FirstName,
    lastName: customer.LastName,
  })
  return (
    <Row
      name={t('account.name')}
      inputs="two"
      dirty={form.isDirty()}
      pending={change.isPending}
      onSubmit={form.submit((values) => guarded(() => change.send(values)))}
    >
      <TextField label={t('account.firstName')} required {...form.getInputProps('firstName')} />
      <TextField label={t('account.lastName')} required {...form.getInputProps('lastName')} />
    </Row>
  )
}

function CompanyRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const guarded = useGuardedChange()
  const change = useContractMutation(changeCompany, { refreshes })
  const form = useContractForm((forms) => forms.companyForm, { company: customer.Company })
  return (
    <Row
      name={t('account.company')}
      inputs="one"
      dirty={form.isDirty()}
      pending={change.isPending}
      onSubmit={form.submit((values) => guarded(() => change.send(values)))}
    >
      <TextField label={t('account.company')} required {...form.getInputProps('company')} />
    </Row>
  )
}

function TimeZoneRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const change = useContractMutation(changeTimezone, { refreshes })
  const form = useContractForm((forms) => forms.timezoneForm, { timezone: customer.TimezoneName })
  async function handleSubmit({ timezone }: { timezone: string }) {
    const sure = await askConfirm({
      title: t('account.myPage.timeZoneQuestion', { zone: timezone }),
      effect: t('account.myPage.timeZoneEffect'),
      verb: t('account.myPage.modify'),
    })
    if (!sure) return
    const answer = await change.send({ timezone })
    if (!answer) return
    updateUser(answer.row)
    showToast(t('account.myPage.modified'))
  }
  return (
    <Row
      name={t('account.timeZone')}
      inputs="one"
      dirty={form.isDirty()}
      pending={change.isPending}
      onSubmit={form.submit(handleSubmit)}
    >
      <TimeZoneField label={t('account.timeZone')} required {...form.getInputProps('timezone')} />
    </Row>
  )
}

function MobileRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const guarded = useGuardedChange()
  const change = useContractMutation(changeMobile, { refreshes })
  const form = useContractForm((forms) => forms.mobileForm, {
    code: customer.CountryCode || defaultMobileCountry,
    number: customer.MobileNumber,
  })
  return (
    <Row
      name={t('account.mobile')}
      inputs="two"
      dirty={form.isDirty()}
      pending={change.isPending}
      onSubmit={form.submit((values) => guarded(() => change.send(values)))}
    >
      <CountryCodeField label={t('account.countryCode')} required {...form.getInputProps('code')} />
      <TextField
        label={t('account.mobile')}
        required
        inputMode="tel"
        autoComplete="tel-national"
        placeholder={t('account.myPage.noNumber')}
        {...form.getInputProps('number')}
      />
    </Row>
  )
}

/** The cards that both account types share; the children add those of one type. */
export function MyPage({ customer, children }: { customer: Customer; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <>
      <PageHead title={t('account.myPage.title')} facts={customer.Email} />
      <div className={classes.myPage}>
        <Card label={t('account.myPage.basic')}>
          <h2>{t('account.myPage.basic')}</h2>
          <div className={classes.myRow}>
            <span className={classes.myLabel}>{t('account.email')}</span>
            <span className={classes.myValue}>{customer.Email}</span>
          </div>
          <div className={classes.myRow}>
            <span className={classes.myLabel}>{t('account.password')}</span>
            <span className={classes.myValue} aria-hidden="true">
              ••••••••
            </span>
            <ButtonLink to="/change-password">{t('account.myPage.modify')}</ButtonLink>
          </div>
          <NameRow key={`${customer.FirstName}/${customer.LastName}`} customer={customer} />
          <CompanyRow key={customer.Company} customer={customer} />
          <TimeZoneRow key={customer.TimezoneName} customer={customer} />
        </Card>
        <Card label={t('account.myPage.additional')}>
          <h2>{t('account.myPage.additional')}</h2>
          <MobileRow key={`${customer.CountryCode}/${customer.MobileNumber}`} customer={customer} />
        </Card>
        {children}
      </div>
    </>
  )
}
