import { IconPlus, IconShieldSearch } from '@tabler/icons-react'
import { adminListCases, type CaseStatus, type Received } from '@voltline/contract'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useSignalTexts } from '../../../i18n/rule-texts.ts'
import { Chip, type Tone } from '../../../ui/page/chip.tsx'
import { Empty } from '../../../ui/page/empty.tsx'
import { QueuePage } from '../../../ui/queue/queue-page.tsx'
import { useQueue } from '../../../ui/queue/use-queue.ts'
import { Pager, useLastPage } from '../../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import operatorClasses from '../operator.module.css'
import { WriteButton } from '../writing.tsx'
import classes from './cases.module.css'
import { OpenCase } from './open-case.tsx'

type CaseRow = Received<typeof adminListCases>['cases'][number]

const tabs = ['OPEN', 'CONFIRMED', 'RELEASED', 'ALL'] as const
type Tab = (typeof tabs)[number]

const toneOf: Record<CaseStatus, Tone> = { OPEN: 'warn', CONFIRMED: 'bad', RELEASED: 'ok' }

export function CaseChip({ status }: { status: CaseStatus }) {
  const { t } = useI18n()
  return <Chip tone={toneOf[status]}>{t(`traffic.caseStatus.${status}`)}</Chip>
}

/** The strongest signals; the rest as a number. */
function Signals({ row }: { row: CaseRow }) {
  const { t } = useI18n()
  const texts = useSignalTexts()
  const shown = row.Signals.toSorted((one, other) => other.Z - one.Z)
  const more = shown.length - 3
  return (
    <span className={classes.chips}>
      {shown.slice(0, 3).map(({ Signal }) => (
        <Chip key={Signal}>{texts.name(Signal)}</Chip>
      ))}
      {more > 0 ? <Chip>+{more}</Chip> : null}
      {shown.length === 0 ? <Chip tone="line">{t('traffic.byHand')}</Chip> : null}
      {row.Appealed ? <Chip tone="warn">{t('quality.cases.appealed')}</Chip> : null}
    </span>
  )
}

function useColumns(tab: Tab): readonly Column<CaseRow>[] {
  const { t, number, dateTime } = useI18n()
  return [
    {
      key: 'unit',
      head: t('quality.cases.unit'),
      name: true,
      cell: (row) => (
        <>
          {row.MedName}
          <span className={operatorClasses.second}>
            {row.AppName} · {row.Company}
          </span>
        </>
      ),
    },
    ...(tab === 'ALL'
      ? [
          {
            key: 'status',
            head: t('quality.cases.status'),
            card: 'act' as const,
            cell: (row: CaseRow) => <CaseChip status={row.Status} />,
          },
        ]
      : []),
    {
      key: 'signals',
      head: t('quality.cases.signals'),
      card: 'state',
      cell: (row) => <Signals row={row} />,
    },
    {
      key: 'period',
      head: t('quality.cases.period'),
      card: 'left',
      cell: (row) => (
        <span className={operatorClasses.time}>
          {dateTime(row.From)}
          <span className={operatorClasses.second}>– {dateTime(row.To)}</span>
        </span>
      ),
    },
    {
      key: 'events',
      head: t('quality.cases.events'),
      align: 'right',
      cell: (row) => number(row.Events),
    },
    {
      key: 'amount',
      head: t('quality.cases.amount'),
      align: 'right',
      cell: (row) => <b>{number(row.Amount)}</b>,
    },
  ]
}

/** Suspicious traffic that a person decides about, the largest amount first. */
export function CaseList() {
  const { t, number } = useI18n()
  const queue = useQueue(tabs)
  const { tab, pageNo, query } = queue
  const [isOpening, setIsOpening] = useState(false)
  const columns = useColumns(tab)
  const { data } = useContractQuery(adminListCases, {
    pageNo: String(pageNo),
    ...(tab === 'ALL' ? {} : { status: tab }),
  })
  useLastPage({ rows: data?.cases, rowCount: data?.rowCount }, queue.setPage)
  const open = useContractQuery(adminListCases, { status: 'OPEN', pageNo: '1' }, { loads: 'background' }).data
    ?.rowCount
  const search = query.size > 0 ? `?${query}` : ''
  return (
    <>
      <QueuePage
        title={t('quality.cases.title')}
        facts={open === undefined ? '' : t('quality.cases.facts', { count: open, open: number(open) })}
        actions={
          <WriteButton icon={<IconPlus size={18} stroke={1.75} />} onClick={() => setIsOpening(true)}>
            {t('quality.cases.open')}
          </WriteButton>
        }
        queue={queue}
        tabs={tabs.map((value) => ({
          value,
          label: t(`quality.cases.tab.${value}`),
          ...(value === 'OPEN' ? { count: open } : {}),
        }))}
      >
        <DataTable
          label={t('quality.cases.title')}
          columns={columns}
          rows={data?.cases}
          rowKey={(row) => row.CaseID}
          rowLink={(row) => `/admin/cases/${row.CaseID}${search}`}
          empty={
            <Empty
              icon={<IconShieldSearch size={20} stroke={1.75} />}
              title={t(`quality.cases.empty.${tab}`)}
            />
          }
          foot={<Pager page={pageNo} rowCount={data?.rowCount ?? 0} onPage={queue.setPage} />}
        />
      </QueuePage>
      {isOpening ? <OpenCase onClose={() => setIsOpening(false)} /> : null}
      <Outlet />
    </>
  )
}
