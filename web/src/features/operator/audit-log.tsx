import { IconDownload, IconHistory, IconSearch } from '@tabler/icons-react'
import { auditActors, exportAudit, listAudit, type Received } from '@voltline/contract'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { download } from '../../ui/chart/chart-png.ts'
import { csvFile } from '../../ui/chart/csv.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DateField } from '../../ui/dates/date-field.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import queueClasses from '../../ui/queue/queue-page.module.css'
import { Pager } from '../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'

type AuditRow = Received<typeof listAudit>['rows'][number]

/** The search is kept in the URL. */
function useAuditSearch() {
  const [query, setQuery] = useSearchParams()
  const actor = auditActors.find((known) => known === query.get('actor'))
  const actorID = Number(query.get('actorID')) || undefined
  const search = {
    text: query.get('text') ?? '',
    startDate: query.get('startDate') ?? '',
    endDate: query.get('endDate') ?? '',
    ...(actor ? { actor } : {}),
    ...(actorID ? { actorID } : {}),
  }
  const pageNo = Math.max(1, Number(query.get('pageNo')) || 1)
  const change = (values: Record<string, string>) =>
    setQuery((before) => {
      before.delete('pageNo')
      for (const [name, value] of Object.entries(values)) {
        if (value === '') before.delete(name)
        else before.set(name, value)
      }
      return before
    })
  return { search, pageNo, change }
}

function Change({ row }: { row: AuditRow }) {
  const { t } = useI18n()
  if (!row.Was && !row.Became) return '–'
  return (
    <dl className={classes.change}>
      {row.Was ? (
        <div>
          <dt>{t('operator.audit.was')}</dt>
          <dd className={shared.mono}>{row.Was}</dd>
        </div>
      ) : null}
      {row.Became ? (
        <div>
          <dt>{t('operator.audit.became')}</dt>
          <dd className={shared.mono}>{row.Became}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function useColumns(): readonly Column<AuditRow>[] {
  const { t } = useI18n()
  return [
    {
      key: 'time',
      head: t('operator.time'),
      name: true,
      cell: (row) => <span className={classes.time}>{row.Time.slice(0, 19).replace('T', ' ')}</span>,
    },
    {
      key: 'actor',
      head: t('operator.audit.actor'),
      cell: (row) => (
        <>
          {row.ActorName || t(`operator.audit.${row.Actor}`)}
          <span className={classes.second}>
            {t(`operator.audit.${row.Actor}`)} {row.ActorID ?? ''}
          </span>
        </>
      ),
    },
    {
      key: 'action',
      head: t('operator.audit.action'),
      cell: (row) => <span className={shared.mono}>{row.Action}</span>,
    },
    {
      key: 'thing',
      head: t('operator.audit.thing'),
      cell: (row) => `${row.Entity} ${row.EntityID ?? ''}`,
    },
    { key: 'change', head: t('operator.audit.change'), cell: (row) => <Change row={row} /> },
  ]
}

function Filters({ search, change }: Pick<ReturnType<typeof useAuditSearch>, 'search' | 'change'>) {
  const { t } = useI18n()
  const [draft, setDraft] = useState(search)
  const write = (values: Partial<typeof search>) => setDraft((before) => ({ ...before, ...values }))
  function handleSearch(event: FormEvent) {
    event.preventDefault()
    change({ text: draft.text.trim(), startDate: draft.startDate, endDate: draft.endDate })
  }
  return (
    <form className={`${shared.filters} ${queueClasses.filters}`} onSubmit={handleSearch}>
      <TextField
        label={t('operator.audit.search')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        value={draft.text}
        onChange={(event) => write({ text: event.currentTarget.value })}
      />
      <SelectField
        label={t('operator.audit.actor')}
        value={search.actor ?? ''}
        data={[
          { value: '', label: t('operator.audit.anyone') },
          ...auditActors.map((value) => ({ value, label: t(`operator.audit.${value}`) })),
        ]}
        onChange={(value) => change({ actor: value ?? '', actorID: '' })}
      />
      <DateField
        label={t('operator.audit.from')}
        clearable
        w={160}
        value={draft.startDate || null}
        onChange={(value) => write({ startDate: value ?? '' })}
      />
      <DateField
        label={t('operator.audit.to')}
        clearable
        w={160}
        value={draft.endDate || null}
        onChange={(value) => write({ endDate: value ?? '' })}
      />
      <Button type="submit">{t('ui.search')}</Button>
    </form>
  )
}

function saveCsv(rows: readonly AuditRow[]) {
  const head = [
    'AuditID',
    'Time',
    'Actor',
    'ActorID',
    'ActorName',
    'Action',
    'Entity',
    'EntityID',
    'Was',
    'Became',
  ]
  const lines = rows.map((row) => [
    ...[row.AuditID, row.Time, row.Actor, row.ActorID ?? '', row.ActorName, row.Action],
    ...[row.Entity, row.EntityID ?? '', row.Was, row.Became],
  ])
  download(csvFile([head, ...lines]), 'audit.csv')
}

export function AuditLog() {
  const { t, number, dateTime } = useI18n()
  const { search, pageNo, change } = useAuditSearch()
  const { data } = useContractQuery(listAudit, { ...search, pageNo }, { keepLast: true })
  const exporting = useContractMutation(exportAudit)
  const columns = useColumns()
  async function handleExport() {
    const answer = await exporting.send(search)
    if (!answer) return
    saveCsv(answer.rows)
    const count = answer.rows.length
    showToast(t('operator.audit.exported', { count, rows: number(count) }))
  }
  const chain = data?.chain
  const facts = chain
    ? t('operator.audit.facts', {
        until: number(chain.Until),
        time: dateTime(chain.Time),
        head: chain.Head.slice(0, 12),
      })
    : t('operator.audit.notChained')
  return (
    <>
      <PageHead
        title={t('operator.audit.title')}
        facts={data ? facts : ''}
        actions={
          <Button
            icon={<IconDownload size={18} stroke={1.75} />}
            pending={exporting.isPending}
            onClick={() => void handleExport()}
          >
            {t('operator.audit.export')}
          </Button>
        }
      />
      <Card pad="none">
        <Filters search={search} change={change} />
        <DataTable
          label={t('operator.audit.title')}
          columns={columns}
          rows={data?.rows}
          rowKey={(row) => row.AuditID}
          empty={<Empty icon={<IconHistory size={20} stroke={1.75} />} title={t('operator.audit.empty')} />}
          foot={
            <Pager
              page={pageNo}
              rowCount={data?.rowCount ?? 0}
              onPage={(page) => change({ pageNo: String(page) })}
            />
          }
        />
      </Card>
    </>
  )
}
