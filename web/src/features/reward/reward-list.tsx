import { IconGift, IconPlus } from '@tabler/icons-react'
import { listAllApps, listAppRewards, type Received } from '@voltline/contract'
import { Outlet, useNavigate, useSearchParams } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { ChooseBar } from '../../ui/fields/choose.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'

type AppReward = Received<typeof listAppRewards>['appRewards'][number]

export function RewardList() {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const apps = useContractQuery(listAllApps, {}).data?.apps
  const { data } = useContractQuery(listAppRewards, { appID: query.get('appID') ?? '' }, { keepLast: true })
  const appID = data?.appID ?? 0
  const columns: readonly Column<AppReward>[] = [
    { key: 'id', head: t('publisher.reward.id'), card: 'line', cell: (reward) => reward.AppRewardID },
    {
      key: 'key',
      head: t('publisher.reward.key'),
      card: 'line',
      cell: (reward) => <code className={shared.mono}>{reward.RewardKey}</code>,
    },
    { key: 'name', head: t('publisher.reward.name'), name: true, cell: (reward) => reward.RewardName },
    {
      key: 'reward',
      head: t('publisher.reward.reward'),
      align: 'right',
      card: 'line',
      cell: (reward) => number(reward.Reward),
    },
  ]
  function handleNew() {
    if (apps && apps.length === 0) void showAlert(t('publisher.needApp'))
    else void navigate(`/pub-app-reward-create?appID=${appID}`)
  }
  const create = (
    <Button kind="primary" icon={<IconPlus size={18} stroke={1.75} />} onClick={handleNew}>
      {t('publisher.reward.new')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('publisher.reward.title')} facts={t('publisher.reward.facts')} actions={create} />
      <Card pad="none">
        <ChooseBar
          label={t('publisher.chooseApp')}
          value={appID}
          options={apps?.map((app) => ({ id: app.AppID, name: app.Name })) ?? []}
          onChange={(id) => setQuery({ appID: String(id) })}
        />
        <DataTable
          label={t('publisher.reward.title')}
          columns={columns}
          rows={data?.appRewards}
          rowKey={(reward) => reward.AppRewardID}
          rowLink={(reward) => `/pub-app-reward/${reward.AppRewardID}?appID=${appID}`}
          empty={
            <Empty
              icon={<IconGift size={20} stroke={1.75} />}
              title={t('publisher.reward.empty')}
              text={t('publisher.reward.emptyText')}
              action={create}
            />
          }
        />
      </Card>
      <Outlet />
    </>
  )
}
