import { addAppReward, listAppRewards } from '@voltline/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { useContractMutation } from '../../api/mutation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { DetailDrawer } from '../../ui/drawer/detail-drawer.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'
import { RewardFields, type RewardValues } from './reward-fields.tsx'

const formId = 'reward-create'

export function RewardCreate() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const appID = Number(query.get('appID')) || 0
  const add = useContractMutation(addAppReward, { refreshes: [listAppRewards] })
  const form = useContractForm<RewardValues>((forms) => forms.rewardForm, { rewardName: '', reward: '' })
  const close = () => void navigate(`/pub-app-reward?appID=${appID}`)
  async function handleSubmit({ rewardName, reward }: RewardValues) {
    const title = t('publisher.reward.addQuestion', { name: rewardName.trim() })
    if (!(await askConfirm({ title, verb: t('publisher.create') }))) return
    if (!(await add.send({ appID, rewardName, reward }))) return
    showToast(t('publisher.rewardCreated'))
    close()
  }
  return (
    <DetailDrawer
      title={t('publisher.reward.createTitle')}
      unsaved={form.isDirty()}
      onClose={close}
      formId={formId}
      verb={t('publisher.create')}
      pending={add.isPending}
    >
      <form id={formId} className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <RewardFields form={form} />
      </form>
    </DetailDrawer>
  )
}
