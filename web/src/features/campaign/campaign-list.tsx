import { IconFolders, IconPlus, IconSearch } from '@tabler/icons-react'
import { limits, listCampaigns, type Received } from '@voltline/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { Pager, useLastPage } from '../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './campaign-list.module.css'

type CampaignRow = Received<typeof listCampaigns>['campaigns'][number]

function useColumns(): readonly Column<CampaignRow>[] {
  const { t, number } = useI18n()
  const count = (key: 'ads' | 'inProgress' | 'complete', of: (row: CampaignRow) => number) =>
    ({
      key,
      head: t(`advertiser.list.${key}`),
      align: 'right',
      cell: (row: CampaignRow) => number(of(row)),
    }) as const
  return [
    { key: 'id', head: t('advertiser.list.id'), card: 'left', cell: (row) => row.CampID },
    { key: 'name', head: t('advertiser.list.name'), name: true, cell: (row) => row.Name },
    {
      key: 'type',
      head: t('advertiser.list.type'),
      card: 'right',
      cell: (row) => (row.CampType === 'AOS' || row.CampType === 'IOS' ? row.CampType : '–'),
    },
    {
      key: 'balance',
      head: t('advertiser.list.balance'),
      align: 'right',
      cell: (row) => number(row.Balance),
    },
    count('ads', (row) => row.Promotion),
    count('inProgress', (row) => row.InProgress),
    count('complete', (row) => row.Complete),
  ]
}

function SearchForm(props: { name: string; onSearch: (name: string) => void }) {
  const { t } = useI18n()
  const [typed, setTyped] = useState(props.name)
  useEffect(() => setTyped(props.name), [props.name])
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    props.onSearch(typed.trim())
  }
  return (
    <form className={`${shared.filters} ${classes.search}`} onSubmit={handleSubmit}>
      <TextField
        label={t('advertiser.list.search')}
        placeholder={t('advertiser.list.searchHint')}
        maxLength={limits.nameMax}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">{t('ui.search')}</Button>
    </form>
  )
}

export function CampaignList() {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const name = (query.get('name') ?? '').slice(0, limits.nameMax)
  const pageNo = Math.min(limits.pageNoMax, Math.max(1, Math.floor(Number(query.get('pageNo'))) || 1))
  const { data } = useContractQuery(listCampaigns, { name, pageNo }, { keepLast: true, alertAs: 'UNKNOWN' })
  useLastPage({ rows: data?.campaigns, rowCount: data?.rowCount }, (page) =>
    setQuery({ name, pageNo: String(page) }, { replace: true }),
  )
  const columns = useColumns()
  const search = new URLSearchParams({ name, pageNo: String(pageNo) })
  const icon = <IconFolders size={20} stroke={1.75} />
  const create = (
    <ButtonLink
      kind="primary"
      to={`/ad-campaign-create?${search}`}
      icon={<IconPlus size={18} stroke={1.75} />}
    >
      {t('advertiser.list.new')}
    </ButtonLink>
  )
  return (
    <>
      <PageHead
        title={t('advertiser.list.title')}
        facts={
          data ? t('advertiser.list.facts', { count: data.rowCount, campaigns: number(data.rowCount) }) : null
        }
        actions={create}
      />
      <Card pad="none">
        <SearchForm name={name} onSearch={(next) => setQuery({ name: next, pageNo: '1' })} />
        <DataTable
          label={t('advertiser.list.title')}
          columns={columns}
          rows={data?.campaigns}
          rowKey={(row) => row.CampID}
          rowLink={(row) => `/ad-campaign/${row.CampID}?${search}`}
          empty={
            name ? (
              <Empty
                icon={icon}
                title={t('advertiser.list.noMatch')}
                action={<Button onClick={() => setQuery({})}>{t('ui.clear')}</Button>}
              />
            ) : (
              <Empty
                icon={icon}
                title={t('advertiser.list.empty')}
                text={t('advertiser.list.emptyText')}
                action={create}
              />
            )
          }
          foot={
            <Pager
              page={pageNo}
              rowCount={data?.rowCount ?? 0}
              onPage={(page) =>
                void navigate(`/ad-campaign?${new URLSearchParams({ name, pageNo: String(page) })}`)
              }
            />
          }
        />
      </Card>
      <Outlet />
    </>
  )
}
