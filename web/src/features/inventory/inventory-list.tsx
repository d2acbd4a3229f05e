import { IconDoor, IconDoorOff, IconGift, IconLayout2, IconPlus } from '@tabler/icons-react'
import {
  activeMedium,
  getMedium,
  listAllApps,
  listMedia,
  publisherHome,
  type Received,
} from '@voltline/contract'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { ChooseBar } from '../../ui/fields/choose.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './inventory-list.module.css'

type Medium = Received<typeof listMedia>['invens'][number]

function useToggle() {
  const { t } = useI18n()
  const change = useContractMutation(activeMedium, {
    refreshes: [listMedia, getMedium, publisherHome],
    alertAs: 'UNKNOWN',
  })
  return async (medium: Medium) => {
    const opens = medium.Active === 0
    const name = medium.Name
    const sure = await askConfirm({
      title: t(opens ? 'publisher.inventory.openQuestion' : 'publisher.inventory.closeQuestion', { name }),
      effect: t(opens ? 'publisher.inventory.openEffect' : 'publisher.inventory.closeEffect'),
      verb: t(opens ? 'publisher.inventory.openVerb' : 'publisher.inventory.closeVerb'),
    })
    if (sure && (await change.send({ medID: medium.MedID, active: opens ? 1 : 0 })))
      showToast(t('publisher.executed'))
  }
}

function useColumns(): readonly Column<Medium>[] {
  const { t } = useI18n()
  const toggle = useToggle()
  const state = (medium: Medium) =>
    t(medium.Active === 1 ? 'publisher.inventory.open' : 'publisher.inventory.closed')
  return [
    {
      key: 'icon',
      head: <span className={classes.iconHead} />,
      card: 'lead',
      cell: (medium) => (
        <span className={medium.Active === 1 ? `${classes.icon} ${classes.iconOn}` : classes.icon}>
          {medium.Active === 1 ? (
            <IconDoor size={16} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconDoorOff size={16} stroke={1.75} aria-hidden="true" />
          )}
        </span>
      ),
    },
    { key: 'state', head: t('publisher.inventory.state'), card: 'none', cell: state },
    { key: 'name', head: t('publisher.inventory.name'), name: true, cell: (medium) => medium.Name },
    {
      key: 'id',
      head: t('publisher.inventory.id'),
      card: 'left',
      cell: (medium) => <span className={shared.mono}>{medium.MedID}</span>,
    },
    {
      key: 'type',
      head: t('publisher.inventory.type'),
      card: 'left',
      cell: (medium) => t(`publisher.product.${medium.Product}`),
    },
    {
      key: 'switch',
      head: t('publisher.inventory.switch'),
      align: 'right',
      card: 'act',
      cell: (medium) => (
        <Switch
          on={medium.Active === 1}
          label={t(medium.Active === 1 ? 'publisher.inventory.closeThis' : 'publisher.inventory.openThis', {
            name: medium.Name,
          })}
          beside={state(medium)}
          onToggle={() => void toggle(medium)}
        />
      ),
    },
  ]
}

export function InventoryList() {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('appID') ?? ''
  const apps = useContractQuery(listAllApps, {}).data?.apps
  const { data } = useContractQuery(listMedia, { appID: asked }, { keepLast: true })
  const columns = useColumns()
  const appID = data?.appID ?? 0
  const open = data?.invens.filter((medium) => medium.Active === 1).length ?? 0
  function handleNew() {
    if (apps && apps.length === 0) void showAlert(t('publisher.needApp'))
    else void navigate(`/pub-inventory-create?appID=${appID}`)
  }
  const create = (
    <Button kind="primary" icon={<IconPlus size={18} stroke={1.75} />} onClick={handleNew}>
      {t('publisher.inventory.new')}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t('publisher.inventory.title')}
        facts={
          data
            ? t('publisher.inventory.facts', {
                open: number(open),
                closed: number(data.invens.length - open),
              })
            : null
        }
        actions={
          <>
            <ButtonLink to={`/pub-app-reward?appID=${appID}`} icon={<IconGift size={18} stroke={1.75} />}>
              {t('publisher.inventory.toRewards')}
            </ButtonLink>
            {create}
          </>
        }
      />
      <Card pad="none">
        <ChooseBar
          label={t('publisher.chooseApp')}
          value={appID}
          options={apps?.map((app) => ({ id: app.AppID, name: app.Name })) ?? []}
          onChange={(id) => setQuery({ appID: String(id) })}
        />
        <DataTable
          label={t('publisher.inventory.title')}
          columns={columns}
          rows={data?.invens}
          rowKey={(medium) => medium.MedID}
          rowLink={(medium) => `/pub-inventory/${medium.MedID}?appID=${appID}`}
          empty={
            <Empty
              icon={<IconLayout2 size={20} stroke={1.75} />}
              title={t('publisher.inventory.empty')}
              text={t('publisher.inventory.emptyText')}
              action={create}
            />
          }
        />
      </Card>
      <Outlet />
    </>
  )
}
