import { IconLock, IconLockOpen } from '@tabler/icons-react'
import {
  adminGetCustomer,
  adminListCustomers,
  blockCustomer,
  creditCash,
  customerStatement,
  debitCash,
  type Received,
  unblockCustomer,
} from '@voltline/contract'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Overlay, OverlaySection } from '../../ui/drawer/overlay.tsx'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import shared from '../../ui/theme/shared.module.css'
import { CustomerStatement } from './customer-statement.tsx'
import classes from './operator.module.css'
import { askReason, reasonMax, WriteButton } from './writing.tsx'

type Customer = Received<typeof adminGetCustomer>['customer']
const refreshes = [adminGetCustomer, adminListCustomers, customerStatement]

function BlockButton({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const block = useContractMutation(blockCustomer, { refreshes })
  const unblock = useContractMutation(unblockCustomer, { refreshes })
  const company = customer.Company
  async function handleBlock() {
    const reason = await askReason({
      title: t('operator.customers.blockQuestion', { company }),
      effect: t('operator.customers.blockEffect'),
      verb: t('operator.customers.block'),
      danger: true,
    })
    if (reason === null) return
    if (await block.send({ custID: customer.CustID, reason })) showToast(t('operator.customers.blockedToast'))
  }
  async function handleUnblock() {
    const sure = await askConfirm({
      title: t('operator.customers.unblockQuestion', { company }),
      effect: t('operator.customers.unblockEffect'),
      verb: t('operator.customers.unblock'),
    })
    if (sure && (await unblock.send({ custID: customer.CustID })))
      showToast(t('operator.customers.unblockedToast'))
  }
  return customer.BlockedTime ? (
    <WriteButton icon={<IconLockOpen size={18} stroke={1.75} />} onClick={() => void handleUnblock()}>
      {t('operator.customers.unblock')}
    </WriteButton>
  ) : (
    <WriteButton kind="danger" icon={<IconLock size={18} stroke={1.75} />} onClick={() => void handleBlock()}>
      {t('operator.customers.block')}
    </WriteButton>
  )
}

type CreditValues = { amount: number | string; reason: string }

function Credit({ customer }: { customer: Customer }) {
  const { t, money } = useI18n()
  const credit = useContractMutation(creditCash, { refreshes })
  const form = useContractForm<CreditValues>((forms) => forms.creditForm, { amount: '', reason: '' })
  async function handleSubmit({ amount, reason }: CreditValues) {
    const sure = await askConfirm({
      title: t('operator.customers.creditQuestion', {
        amount: money(Number(amount)),
        company: customer.Company,
      }),
      effect: t('operator.customers.creditEffect'),
      verb: t('operator.customers.credit'),
    })
    if (!sure) return
    const done = await credit.send({ custID: customer.CustID, amount: Number(amount), reason: reason.trim() })
    if (!done) return
    form.reset()
    showToast(t('operator.customers.credited'))
  }
  return (
    <OverlaySection title={t('operator.customers.credit')}>
      <form className={`${shared.form} ${shared.formGrid}`} noValidate onSubmit={form.submit(handleSubmit)}>
        <MoneyField label={t('operator.customers.creditAmount')} required {...form.getInputProps('amount')} />
        <TextField
          label={t('operator.customers.creditReason')}
          hint={t('operator.customers.creditReasonHint')}
          required
          maxLength={reasonMax}
          {...form.getInputProps('reason')}
        />
        <div>
          <WriteButton kind="primary" type="submit" pending={credit.isPending}>
            {t('operator.customers.credit')}
          </WriteButton>
        </div>
      </form>
    </OverlaySection>
  )
}

function Debit({ customer }: { customer: Customer }) {
  const { t, money } = useI18n()
  const debit = useContractMutation(debitCash, { refreshes })
  const form = useContractForm<CreditValues>((forms) => forms.creditForm, { amount: '', reason: '' })
  async function handleSubmit({ amount, reason }: CreditValues) {
    const sure = await askConfirm({
      title: t('operator.customers.debitQuestion', {
        amount: money(Number(amount)),
        company: customer.Company,
      }),
      effect: t('operator.customers.debitEffect'),
      verb: t('operator.customers.debit'),
      danger: true,
    })
    if (!sure) return
    const done = await debit.send({ custID: customer.CustID, amount: Number(amount), reason: reason.trim() })
    if (!done) return
    form.reset()
    showToast(t('operator.customers.debited'))
  }
  return (
    <OverlaySection title={t('operator.customers.debit')}>
      <form className={`${shared.form} ${shared.formGrid}`} noValidate onSubmit={form.submit(handleSubmit)}>
        <MoneyField label={t('operator.customers.debitAmount')} required {...form.getInputProps('amount')} />
        <TextField
          label={t('operator.customers.debitReason')}
          hint={t('operator.customers.debitReasonHint')}
          required
          maxLength={reasonMax}
          {...form.getInputProps('reason')}
        />
        <div>
          <WriteButton kind="danger" type="submit" pending={debit.isPending}>
            {t('operator.customers.debit')}
          </WriteButton>
        </div>
      </form>
    </OverlaySection>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const { t, money, number, dateTime } = useI18n()
  const isAdvertiser = customer.Type === 'ADVERTISER'
  const facts: [string, string][] = [
    [t('operator.email'), customer.Email],
    [t('operator.customer'), customer.Name],
    [t('operator.customers.mobile'), customer.Mobile || '–'],
    [t('operator.customers.timezone'), customer.Timezone],
    [t('operator.registered'), dateTime(customer.RegistTime)],
    [
      t('operator.customers.session'),
      t(customer.SignedIn ? 'operator.customers.signedIn' : 'operator.customers.signedOut'),
    ],
    [
      t('operator.customers.owns'),
      isAdvertiser
        ? t('operator.customers.ownsAds', {
            campaigns: number(customer.Campaigns),
            ads: number(customer.Ads),
          })
        : t('operator.customers.ownsApps', { apps: number(customer.Apps), units: number(customer.Units) }),
    ],
    ...(isAdvertiser
      ? ([[t('operator.customers.cash'), money(customer.Cash, { decimals: 2 })]] as [string, string][])
      : ([
          [t('operator.customers.revenue'), money(customer.Revenue, { decimals: 2 })],
          [t('operator.customers.reserved'), money(customer.Reserved, { decimals: 2 })],
        ] as [string, string][])),
  ]
  return (
    <dl className={shared.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function CustomerDetail() {
  const { t, dateTime } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { id = '' } = useParams()
  const { data, isError: failed } = useContractQuery(
    adminGetCustomer,
    { custID: Number(id) },
    { loads: 'part' },
  )
  useEffect(() => {
    if (failed) raise({ type: 'NOT_FOUND' })
  }, [failed])
  const customer = data?.customer
  if (!customer) return null
  return (
    <Overlay
      title={customer.Company}
      facts={`${t(`operator.customers.${customer.Type}`)} · ID ${customer.CustID}`}
      actions={
        <>
          <Chip tone={customer.BlockedTime ? 'bad' : 'ok'}>
            {t(customer.BlockedTime ? 'operator.customers.blocked' : 'operator.customers.active')}
          </Chip>
          <BlockButton customer={customer} />
        </>
      }
      onClose={() => void navigate(`/admin/customers${search}`)}
    >
      {customer.BlockedTime ? (
        <Banner tone="bad">
          {t('operator.customers.blockedSince', {
            time: dateTime(customer.BlockedTime),
            reason: customer.BlockedReason,
          })}
        </Banner>
      ) : null}
      <Facts customer={customer} />
      <p className={classes.links}>
        <Link to={`/admin/audit?actor=CUSTOMER&actorID=${customer.CustID}`}>
          {t('operator.customers.audit')}
        </Link>
      </p>
      {customer.Type === 'ADVERTISER' ? (
        <>
          <Credit customer={customer} />
          <Debit customer={customer} />
        </>
      ) : null}
      <CustomerStatement customer={customer} />
    </Overlay>
  )
}
