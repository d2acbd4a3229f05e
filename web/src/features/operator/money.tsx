import { IconCalendar, IconScale } from '@tabler/icons-react'
import {
  operatorBooks,
  operatorMonths,
  operatorQueues,
  proveBooksNow,
  type Received,
} from '@voltline/contract'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { inWholeWon, sumWon } from '../../ui/table/whole-won.ts'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'
import { WriteButton } from './writing.tsx'

type Books = Received<typeof operatorBooks>
type Account = Books['accounts'][number]
type Proof = NonNullable<Books['proof']>
type Month = Received<typeof operatorMonths>['months'][number]

function ProofFacts({ proof }: { proof: Proof }) {
  const { t, money, number, dateTime } = useI18n()
  const facts: [string, string][] = [
    [
      t('operator.money.lastRun'),
      `${dateTime(proof.Time)}, ${t(proof.By === 'WORKER' ? 'operator.money.byWorker' : 'operator.money.byOperator')}`,
    ],
    [t('operator.money.proofSum'), money(proof.Sum, { decimals: 2 })],
    [t('operator.money.wrongBalances'), number(proof.WrongBalances)],
    [t('operator.money.unbalanced'), number(proof.UnbalancedTransfers)],
    [t('operator.money.wrongCharges'), number(proof.WrongCharges)],
    [t('operator.money.wrongVolts'), number(proof.WrongVolts)],
    [
      t('operator.money.checked'),
      t('operator.money.checkedFacts', {
        accounts: number(proof.Accounts),
        entries: number(proof.Entries),
        charges: number(proof.Charges),
      }),
    ],
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

function ProofCard({ proof }: { proof: Proof | null | undefined }) {
  const { t } = useI18n()
  const prove = useContractMutation(proveBooksNow, { refreshes: [operatorBooks, operatorQueues] })
  async function handleProve() {
    if (await prove.send({})) showToast(t('operator.money.proved'))
  }
  return (
    <Card label={t('operator.money.proof')}>
      <div className={shared.row}>
        <h2>{t('operator.money.proof')}</h2>
        {proof ? (
          <Chip
            tone={proof.Good ? 'ok' : 'bad'}
            icon={<IconScale size={16} stroke={1.75} aria-hidden="true" />}
          >
            {t(proof.Good ? 'operator.money.good' : 'operator.money.bad')}
          </Chip>
        ) : null}
        <span className={shared.end}>
          <WriteButton
            icon={<IconScale size={18} stroke={1.75} />}
            pending={prove.isPending}
            onClick={() => void handleProve()}
          >
            {t('operator.money.prove')}
          </WriteButton>
        </span>
      </div>
      <p className={`${shared.hint} ${classes.proofHint}`}>{t('operator.money.proofFacts')}</p>
      {proof ? <ProofFacts proof={proof} /> : null}
      {proof === null ? <p className={shared.quiet}>{t('operator.money.never')}</p> : null}
    </Card>
  )
}

function Months() {
  const { t, number, dateTime } = useI18n()
  const { data, isError: failed, refetch: retry } = useContractQuery(operatorMonths, {}, { loads: 'part' })
  const columns: readonly Column<Month>[] = [
    { key: 'month', head: t('operator.money.month'), name: true, cell: (month) => month.Month },
    {
      key: 'publishers',
      head: t('operator.money.publishers'),
      align: 'right',
      cell: (month) => number(month.Publishers),
    },
    {
      key: 'impressions',
      head: t('operator.money.impressions'),
      align: 'right',
      cell: (month) => number(month.Impressions),
    },
    {
      key: 'revenue',
      head: t('operator.money.revenue'),
      align: 'right',
      cell: (month) => number(month.Revenue),
    },
    {
      key: 'applied',
      head: t('operator.money.applied'),
      align: 'right',
      cell: (month) => number(month.Applied),
    },
    { key: 'closed', head: t('operator.money.closed'), cell: (month) => dateTime(month.ClosedTime) },
  ]
  return (
    <Card pad="none" label={t('operator.money.months')}>
      <h2 className={classes.tableTitle}>{t('operator.money.months')}</h2>
      <DataTable
        label={t('operator.money.months')}
        columns={columns}
        rows={data?.months}
        rowKey={(month) => month.Month}
        failed={failed}
        onRetry={retry}
        empty={<Empty icon={<IconCalendar size={20} stroke={1.75} />} title={t('operator.money.noMonths')} />}
      />
    </Card>
  )
}

export function Money() {
  const { t, number } = useI18n()
  const { data } = useContractQuery(operatorBooks, {})
  const columns: readonly Column<Account>[] = [
    {
      key: 'kind',
      head: t('operator.money.account'),
      name: true,
      cell: (account) => t(`operator.money.kindOf.${account.Kind}`),
    },
    {
      key: 'accounts',
      head: t('operator.money.accounts'),
      align: 'right',
      cell: (account) => number(account.Accounts),
    },
    {
      key: 'balance',
      head: t('operator.money.balance'),
      align: 'right',
      cell: (account) => number(account.Balance),
    },
  ]
  return (
    <>
      <PageHead title={t('operator.money.title')} facts={t('operator.money.facts')} />
      <div className={shared.stack}>
        <ProofCard proof={data?.proof} />
        <Card pad="none">
          <DataTable
            label={t('operator.money.title')}
            columns={columns}
            rows={data && inWholeWon(data.accounts, 'Balance')}
            rowKey={(account) => account.Kind}
            total={{
              kind: t('operator.money.sum'),
              balance: data ? number(sumWon(data.accounts.map((account) => account.Balance))) : '',
            }}
          />
        </Card>
        <Months />
      </div>
    </>
  )
}
