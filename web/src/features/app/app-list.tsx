import { Table } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { listApps, type Received } from '@voltline/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Platform } from '../../ui/pictures/platform.tsx'
import { Pager, useLastPage } from '../../ui/table/pager.tsx'
import { HeadCell, PlainTable } from '../../ui/table/plain-table.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './app-list.module.css'

type AppRow = Received<typeof listApps>['apps'][number]

function useColumns(): readonly Column<AppRow>[] {
  const { t } = useI18n()
  return [
    {
      key: 'state',
      head: t('publisher.app.state'),
      card: 'state',
      cell: (app) =>
        app.Approval ? (
          <Chip tone="ok">{t('publisher.app.approved')}</Chip>
        ) : (
          <Chip>{t('publisher.app.notApproved')}</Chip>
        ),
    },
    { key: 'name', head: t('publisher.app.name'), name: true, cell: (app) => app.Name },
    {
      key: 'platform',
      head: t('publisher.app.platform'),
      card: 'left',
      cell: (app) => (
        <Platform
          android={app.Platform === 'AOS'}
          name={t(app.Platform === 'AOS' ? 'publisher.android' : 'publisher.ios')}
        />
      ),
    },
  ]
}

/** An empty list is a row with a dash and a hint. */
function NoApps(props: { columns: readonly Column<AppRow>[]; searched: boolean; onClear: () => void }) {
  const { t } = useI18n()
  return (
    <>
      <PlainTable
        label={t('publisher.app.title')}
        head={props.columns.map((column) => (
          <HeadCell key={column.key} name={column.name}>
            {column.head}
          </HeadCell>
        ))}
      >
        <Table.Tr data-row>
          <Table.Td colSpan={props.columns.length}>–</Table.Td>
        </Table.Tr>
      </PlainTable>
      <p className={`${classes.hint} ${shared.quiet}`}>
        {t(props.searched ? 'publisher.app.noMatch' : 'publisher.app.emptyHint')}
        {props.searched ? (
          <Button kind="text" size="sm" onClick={props.onClear}>
            {t('ui.clear')}
          </Button>
        ) : null}
      </p>
    </>
  )
}

export function AppList() {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const name = query.get('name') ?? ''
  const pageNo = Math.max(1, Number(query.get('pageNo')) || 1)
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
  const { data } = useContractQuery(listApps, { name, pageNo }, { keepLast: true })
  useLastPage({ rows: data?.apps, rowCount: data?.rowCount }, (page) =>
    setQuery({ name, pageNo: String(page) }, { replace: true }),
  )
  const columns = useColumns()
  const search = new URLSearchParams({ name, pageNo: String(pageNo) })
  function handleSearch(event: FormEvent) {
    event.preventDefault()
    setQuery({ name: typed.trim(), pageNo: '1' })
  }
  return (
    <>
      <PageHead
        title={t('publisher.app.title')}
        facts={data ? t('publisher.app.facts', { count: data.rowCount, apps: number(data.rowCount) }) : null}
        actions={
          <ButtonLink
            kind="primary"
            to={`/pub-app-create?${search}`}
            icon={<IconPlus size={18} stroke={1.75} />}
          >
            {t('publisher.app.new')}
          </ButtonLink>
        }
      />
      <Card pad="none">
        <form className={`${shared.filters} ${classes.search}`} onSubmit={handleSearch}>
          <TextField
            label={t('publisher.app.search')}
            placeholder={t('publisher.app.searchHint')}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('ui.search')}</Button>
        </form>
        <DataTable
          label={t('publisher.app.title')}
          columns={columns}
          rows={data?.apps}
          rowKey={(app) => app.AppID}
          rowLink={(app) => `/pub-app/${app.AppID}?${search}`}
          empty={<NoApps columns={columns} searched={name !== ''} onClear={() => setQuery({})} />}
          foot={
            <Pager
              page={pageNo}
              rowCount={data?.rowCount ?? 0}
              onPage={(page) =>
                void navigate(`/pub-app?${new URLSearchParams({ name, pageNo: String(page) })}`)
              }
            />
          }
        />
      </Card>
      <Outlet />
    </>
  )
}
