import { IconSearch, IconUsers } from '@tabler/icons-react'
import { adminListCustomers, customerTypes, type Received } from '@voltline/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import queueClasses from '../../ui/queue/queue-page.module.css'
import { Pager } from '../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'

type Customer = Received<typeof adminListCustomers>['customers'][number]

function useColumns(): readonly Column<Customer>[] {
  const { t, number, dateTime } = useI18n()
  return [
    { key: 'number', head: t('operator.number'), card: 'line', cell: (customer) => customer.CustID },
    {
      key: 'company',
      head: t('operator.company'),
      name: true,
      cell: (customer) => (
        <>
          {customer.Company}
          <span className={classes.second}>
            {customer.Name} · {customer.Email}
          </span>
        </>
      ),
    },
    {
      key: 'type',
      head: t('operator.customers.type'),
      cell: (customer) => t(`operator.customers.${customer.Type}`),
    },
    {
      key: 'state',
      head: t('operator.customers.state'),
      card: 'state',
      cell: (customer) => (
        <span className={`${shared.row} ${shared.nowrap}`}>
          <Chip tone={customer.BlockedTime ? 'bad' : 'ok'}>
            {t(customer.BlockedTime ? 'operator.customers.blocked' : 'operator.customers.active')}
          </Chip>
          {customer.IsDemo ? <Chip>{t('operator.customers.demo')}</Chip> : null}
        </span>
      ),
    },
    {
      key: 'money',
      head: t('operator.customers.money'),
      align: 'right',
      cell: (customer) => number(customer.Type === 'ADVERTISER' ? customer.Cash : customer.Revenue),
    },
    {
      key: 'time',
      head: t('operator.registered'),
      cell: (customer) => <span className={classes.time}>{dateTime(customer.RegistTime)}</span>,
    },
  ]
}

/** The search is kept in the URL, so that closing a detail returns to it. */
function useCustomerSearch() {
  const [query, setQuery] = useSearchParams()
  const text = query.get('text') ?? ''
  const type = customerTypes.find((customer) => customer === query.get('type'))
  const state = query.get('state') ?? ''
  const pageNo = Math.max(1, Number(query.get('pageNo')) || 1)
  return { text, type, state, pageNo, query, setQuery }
}

function Filters() {
  const { t } = useI18n()
  const { text, type, state, setQuery } = useCustomerSearch()
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const search = (change: Record<string, string>) =>
    setQuery({ text: typed.trim(), type: type ?? '', state, ...change })
  function handleSearch(event: FormEvent) {
    event.preventDefault()
    search({})
  }
  return (
    <form className={`${shared.filters} ${queueClasses.filters}`} onSubmit={handleSearch}>
      <TextField
        label={t('operator.customers.search')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SelectField
        label={t('operator.customers.type')}
        value={type ?? ''}
        data={[
          { value: '', label: t('operator.customers.all') },
          ...customerTypes.map((value) => ({ value, label: t(`operator.customers.${value}`) })),
        ]}
        onChange={(value) => search({ type: value ?? '' })}
      />
      <SelectField
        label={t('operator.customers.state')}
        value={state}
        data={[
          { value: '', label: t('operator.customers.all') },
          { value: 'blocked', label: t('operator.customers.blockedOnly') },
          { value: 'active', label: t('operator.customers.activeOnly') },
        ]}
        onChange={(value) => search({ state: value ?? '' })}
      />
      <Button type="submit">{t('ui.search')}</Button>
    </form>
  )
}

export function CustomerList() {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const { text, type, state, pageNo, query } = useCustomerSearch()
  const blocked = state === '' ? {} : { blocked: state === 'blocked' }
  const { data } = useContractQuery(
    adminListCustomers,
    { text, pageNo, ...(type ? { type } : {}), ...blocked },
    { keepLast: true },
  )
  const columns = useColumns()
  function handlePage(page: number) {
    const next = new URLSearchParams(query)
    next.set('pageNo', String(page))
    void navigate(`/admin/customers?${next}`)
  }
  return (
    <>
      <PageHead
        title={t('operator.customers.title')}
        facts={data ? t('operator.customers.facts', { count: number(data.rowCount) }) : ''}
      />
      <Card pad="none">
        <Filters />
        <DataTable
          label={t('operator.customers.title')}
          columns={columns}
          rows={data?.customers}
          rowKey={(customer) => customer.CustID}
          rowLink={(customer) => `/admin/customers/${customer.CustID}?${query}`}
          empty={<Empty icon={<IconUsers size={20} stroke={1.75} />} title={t('operator.customers.empty')} />}
          foot={<Pager page={pageNo} rowCount={data?.rowCount ?? 0} onPage={handlePage} />}
        />
      </Card>
      <Outlet />
    </>
  )
}
