import { Link } from 'react-router'
import { useI18n } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Tiles } from '../../../ui/page/tiles.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import operatorClasses from '../operator.module.css'
import type { Found } from './corrections.tsx'
import classes from './quality.module.css'

export function CorrectionTiles({ found, label }: { found: Found; label: string }) {
  const { t, number } = useI18n()
  return (
    <Tiles
      label={label}
      tiles={[
        { key: 'events', label: t('quality.corrections.events'), figure: number(found.events) },
        {
          key: 'amount',
          label: t('quality.corrections.amount'),
          figure: number(found.amount, { decimals: 2 }),
          unit: t('ui.krw'),
        },
        {
          key: 'advertisers',
          label: t('quality.corrections.advertisers'),
          figure: number(found.advertisers.length),
        },
      ]}
    />
  )
}

type Advertiser = Found['advertisers'][number]

/** Who gets how much; the sum is the whole. */
export function ByAdvertiser({ found }: { found: Found }) {
  const { t, number } = useI18n()
  const most = Math.max(1, ...found.advertisers.map(({ Amount }) => Amount))
  const columns: readonly Column<Advertiser>[] = [
    {
      key: 'name',
      head: t('quality.corrections.advertiser'),
      name: true,
      cell: ({ CustID, Company }) => <Link to={`/admin/customers/${CustID}`}>{Company}</Link>,
    },
    {
      key: 'bar',
      head: '',
      card: 'none',
      cell: ({ Amount }) => (
        <span className={`${classes.bar} ${classes.wide}`} aria-hidden="true">
          <i style={{ width: `${(Amount / most) * 100}%` }} />
        </span>
      ),
    },
    {
      key: 'amount',
      head: t('quality.corrections.amountHead'),
      align: 'right',
      card: 'right',
      cell: ({ Amount }) => number(Amount, { decimals: 2 }),
    },
  ]
  return (
    <Card pad="none" label={t('quality.corrections.byAdvertiser')}>
      <h2 className={operatorClasses.tableTitle}>{t('quality.corrections.byAdvertiser')}</h2>
      <DataTable
        label={t('quality.corrections.byAdvertiser')}
        columns={columns}
        rows={found.advertisers.toSorted((one, other) => other.Amount - one.Amount)}
        rowKey={({ CustID }) => CustID}
        total={{ name: t('ui.total'), amount: number(found.amount, { decimals: 2 }) }}
      />
    </Card>
  )
}
