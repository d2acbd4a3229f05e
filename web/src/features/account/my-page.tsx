import './account.css'
import {
  adMyPage,
  changeCompany,
  changeMobile,
  changeName,
  changeTimezone,
  defaultMobileCountry,
  limits,
  pubMyPage,
  type Received,
} from '@voltline/contract'
import type { ReactNode } from 'react'
import { useCall, useConfirmedPassword } from '../../api/hooks.ts'
import { updateUser } from '../../api/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useFields } from '../../ui/form.ts'
import { PageHead } from '../../ui/page.tsx'
import { Card } from '../../ui/parts.tsx'
import { CountryCodeField, TimeZoneField } from '../../ui/pickers.tsx'
import { useToast } from '../../ui/toast.tsx'
import { checked, digits, maxLength, required } from '../../ui/validate.tsx'

export type Customer = Received<typeof pubMyPage>['customer']

const refreshes = [adMyPage, pubMyPage]
const line = (value: string) => checked(value, required, maxLength(limits.nameMax))

/** One changeable thing: its name, its inputs, Modify. */
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
      className={`my-row my-row-${props.inputs}`}
      noValidate
      aria-label={props.name}
      onSubmit={props.onSubmit}
    >
      <span className="my-label">{props.name}</span>
      <div className="my-fields">{props.children}</div>
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

/** Asks for the password, makes the change, says so. */
function useGuardedChange() {
  const { t } = useI18n()
  const toast = useToast()
  const confirmPassword = useConfirmedPassword()
  return async (change: () => Promise<unknown>) => {
    if (!(await confirmPassword())) return
    if (await change()) toast(t('account.myPage.modified'))
  }
}

function NameRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const guarded = useGuardedChange()
  const change = useCall(changeName, { refreshes })
  const form = useFields(
    { firstName: customer.FirstName, lastName: customer.LastName },
    { firstName: line, lastName: line },
  )
  return (
    <Row
      name={t('account.name')}
      inputs="two"
      dirty={form.isDirty()}
      pending={change.pending}
      onSubmit={form.submit((values) => guarded(() => change.run(values)))}
    >
      <TextField label={t('account.firstName')} required {...form.getInputProps('firstName')} />
      <TextField label={t('account.lastName')} required {...form.getInputProps('lastName')} />
    </Row>
  )
}

function CompanyRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const guarded = useGuardedChange()
  const change = useCall(changeCompany, { refreshes })
  const form = useFields({ company: customer.Company }, { company: line })
  return (
    <Row
      name={t('account.company')}
      inputs="one"
      dirty={form.isDirty()}
      pending={change.pending}
      onSubmit={form.submit((values) => guarded(() => change.run(values)))}
    >
      <TextField label={t('account.company')} required {...form.getInputProps('company')} />
    </Row>
  )
}

function TimeZoneRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const toast = useToast()
  const confirm = useConfirm()
  const change = useCall(changeTimezone, { refreshes })
  const form = useFields(
    { timezone: customer.TimezoneName },
    { timezone: (value) => checked(value ?? '', required) },
  )
  async function handleSubmit({ timezone }: { timezone: string }) {
    const sure = await confirm({
      title: t('account.myPage.timeZoneQuestion', { zone: timezone }),
      effect: t('account.myPage.timeZoneEffect'),
      verb: t('account.myPage.modify'),
    })
    if (!sure) return
    const answer = await change.run({ timezone })
    if (!answer) return
    updateUser(answer.row)
    toast(t('account.myPage.modified'))
  }
  return (
    <Row
      name={t('account.timeZone')}
      inputs="one"
      dirty={form.isDirty()}
      pending={change.pending}
      onSubmit={form.submit(handleSubmit)}
    >
      <TimeZoneField label={t('account.timeZone')} required {...form.getInputProps('timezone')} />
    </Row>
  )
}

function MobileRow({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const guarded = useGuardedChange()
  const change = useCall(changeMobile, { refreshes })
  const form = useFields(
    { code: customer.CountryCode || defaultMobileCountry, number: customer.MobileNumber },
    {
      code: (value) => checked(value ?? '', required),
      number: (value) => checked(value, required, digits, maxLength(limits.mobileDigitsMax)),
    },
  )
  return (
    <Row
      name={t('account.mobile')}
      inputs="two"
      dirty={form.isDirty()}
      pending={change.pending}
      onSubmit={form.submit((values) => guarded(() => change.run(values)))}
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

/** The blocks that both types share; the third comes from the type. */
export function MyPage({ customer, children }: { customer: Customer; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <>
      <PageHead title={t('account.myPage.title')} facts={customer.Email} />
      <div className="my-page">
        <Card label={t('account.myPage.basic')}>
          <h2>{t('account.myPage.basic')}</h2>
          <div className="my-row">
            <span className="my-label">{t('account.email')}</span>
            <span className="my-value">{customer.Email}</span>
          </div>
          <div className="my-row">
            <span className="my-label">{t('account.password')}</span>
            <span className="my-value" aria-hidden="true">
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
