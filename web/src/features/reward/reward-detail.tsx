import {
  getApp,
  getAppReward,
  listAppRewards,
  modifyAppReward,
  type Received,
  removeAppReward,
} from '@voltline/contract'
import { useEffect } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { raise } from '../../api/failure.ts'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../ui/drawer/detail-drawer.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './reward-detail.module.css'
import { RewardFields, type RewardValues } from './reward-fields.tsx'

type AppReward = NonNullable<Received<typeof getAppReward>['appReward']>

const formId = 'reward-detail'

export function RewardDetail() {
  const { id = '' } = useParams()
  const { data } = useContractQuery(getAppReward, { appRewardID: Number(id) })
  useEffect(() => {
    if (data?.appReward === null) raise({ type: 'NOT_FOUND' })
  }, [data])
  return data?.appReward ? <Detail key={data.appReward.UpdateTime} reward={data.appReward} /> : null
}

function Overview({ reward }: { reward: AppReward }) {
  const { t, dateTime } = useI18n()
  return (
    <dl className={shared.facts}>
      <div className={classes.key}>
        <dt>{t('publisher.reward.key')}</dt>
        <dd>
          <Copyable value={reward.RewardKey} label={t('publisher.reward.key')} />
        </dd>
      </div>
      <div>
        <dt>{t('publisher.registered')}</dt>
        <dd>{dateTime(reward.RegistTime)}</dd>
      </div>
      <div>
        <dt>{t('publisher.updated')}</dt>
        <dd>{dateTime(reward.UpdateTime)}</dd>
      </div>
    </dl>
  )
}

function Detail({ reward }: { reward: AppReward }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const app = useContractQuery(getApp, { appID: reward.AppID }, { loads: 'part' }).data?.app
  const modify = useContractMutation(modifyAppReward, { refreshes: [getAppReward, listAppRewards] })
  const remove = useContractMutation(removeAppReward, { refreshes: [listAppRewards] })
  const form = useContractForm<RewardValues>((forms) => forms.rewardForm, {
    rewardName: reward.RewardName,
    reward: reward.Reward,
  })
  const close = () => void navigate(`/pub-app-reward?appID=${query.get('appID') ?? reward.AppID}`)
  const name = reward.RewardName
  async function handleSubmit(values: RewardValues) {
    const title = t('publisher.reward.modifyQuestion', { name })
    if (!(await askConfirm({ title, verb: t('publisher.modify') }))) return
    if (!(await modify.send({ appRewardID: reward.AppRewardID, ...values }))) return
    form.resetDirty()
    showToast(t('publisher.modified'))
  }
  async function handleDelete() {
    const sure = await askConfirm({
      title: t('publisher.reward.deleteQuestion', { name }),
      effect: t('publisher.reward.deleteEffect'),
      verb: t('publisher.reward.delete'),
      danger: true,
    })
    if (!sure || !(await remove.send({ appRewardID: reward.AppRewardID }))) return
    showToast(t('publisher.deleted'))
    close()
  }
  return (
    <DetailDrawer
      title={name}
      facts={
        app ? (
          <Link to={`/pub-app/${app.AppID}`}>{t('publisher.inventory.toApp', { name: app.Name })}</Link>
        ) : null
      }
      unsaved={form.isDirty()}
      onClose={close}
      formId={formId}
      verb={t('publisher.modify')}
      pending={modify.isPending}
      disabledBecause={form.isDirty() ? undefined : t('publisher.unchanged')}
      danger={
        <Button kind="danger" pending={remove.isPending} onClick={handleDelete}>
          {t('publisher.reward.delete')}
        </Button>
      }
    >
      <Overview reward={reward} />
      <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <RewardFields form={form} />
      </form>
    </DetailDrawer>
  )
}
