import { IconDownload } from '@tabler/icons-react'
import { customerStatement, type Received } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { inWholeWon } from '../../ui/table/whole-won.ts'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'

type Month = Received<typeof customerStatement>['months'][number]
const sums = ['Opening', 'Credit', 'Debit', 'Charge', 'Correction', 'Paid', 'Closing'] as const
const headOf = {
  Opening: 'operator.customers.opening',
  Credit: 'operator.customers.credits',
  Debit: 'operator.customers.debits',
  Charge: 'operator.customers.charge',
  Correction: 'operator.customers.correction',
  Paid: 'operator.customers.paid',
  Closing: 'operator.customers.closing',
} as const

const movements = ['Credit', 'Debit', 'Charge', 'Correction', 'Paid'] as const

/** A month in whole won: the opening balance plus the signed movements is the closing balance. */
function wholeMonth(month: Month): Month {
  const [opening, closing] = [Math.trunc(month.Opening), Math.trunc(month.Closing)]
  const lines = inWholeWon(
    movements.map((name) => ({ name, won: month[name] })),
    'won',
    closing - opening,
  )
  return {
    ...month,
    ...Object.fromEntries(lines.map(({ name, won }) => [name, won])),
    Opening: opening,
    Closing: closing,
  }
}

/** A customer's money by month; the file has the exact amounts. */
export function CustomerStatement({ customer }: { customer: { CustID: number; Type: string } }) {
  const { t, number } = useI18n()
  const {
    data,
    isError: failed,
    refetch: retry,
  } = useContractQuery(customerStatement, { custID: customer.CustID }, { loads: 'part' })
  const isAdvertiser = customer.Type === 'ADVERTISER'
  const shown = sums.filter((sum) => (isAdvertiser ? sum !== 'Paid' : sum !== 'Credit' && sum !== 'Debit'))
  const columns: readonly Column<Month>[] = [
    { key: 'Month', head: t('operator.customers.month'), name: true, cell: (month) => month.Month },
    ...shown.map(
      (sum): Column<Month> => ({
        key: sum,
        head: t(headOf[sum]),
        align: 'right',
        cell: (month) => number(month[sum]),
      }),
    ),
  ]
  function handleCsv() {
    const rows = (data?.months ?? []).map((month) => [month.Month, ...shown.map((sum) => month[sum])])
    const heads = shown.map((sum) => `${t(headOf[sum])}, ${t('ui.krw')}`)
    download(
      csvFile([[t('operator.customers.month'), ...heads], ...rows]),
      `statement-${customer.CustID}.csv`,
    )
  }
  return (
    <OverlaySection title={t('operator.customers.statement')}>
      <div className={classes.sectionAct}>
        <Button size="sm" icon={<IconDownload size={16} stroke={1.75} />} onClick={handleCsv}>
          {t('operator.csv')}
        </Button>
      </div>
      <DataTable
        label={t('operator.customers.statement')}
        columns={columns}
        rows={data?.months.map(wholeMonth)}
        rowKey={(month) => month.Month}
        failed={failed}
        onRetry={retry}
        empty={<p className={shared.quiet}>{t('operator.customers.noStatement')}</p>}
      />
    </OverlaySection>
  )
}
