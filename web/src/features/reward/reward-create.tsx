import { addAppReward, listAppRewards } from '@voltline/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../api/hooks.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useFields } from '../../ui/form.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { useToast } from '../../ui/toast.tsx'
import { RewardFields, type RewardValues, rewardRules } from './reward-fields.tsx'

const formId = 'reward-create'

export function RewardCreate() {
  const { t } = useI18n()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const appID = Number(query.get('appID')) || 0
  const add = useCall(addAppReward, { refreshes: [listAppRewards] })
  const form = useFields<RewardValues>({ rewardName: '', reward: '' }, rewardRules)
  const close = () => void navigate(`/pub-app-reward?appID=${appID}`)
  async function handleSubmit({ rewardName, reward }: RewardValues) {
    const title = t('publisher.reward.addQuestion', { name: rewardName.trim() })
    if (!(await confirm({ title, verb: t('publisher.create') }))) return
    if (!(await add.run({ appID, rewardName, reward }))) return
    toast(t('publisher.added'))
    close()
  }
  return (
    <Overlay
      title={t('publisher.reward.createTitle')}
      onClose={close}
      foot={
        <>
          <Button kind="quiet" onClick={close}>
            {t('ui.close')}
          </Button>
          <Button kind="primary" type="submit" form={formId} pending={add.pending}>
            {t('publisher.create')}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.submit(handleSubmit)}>
        <RewardFields form={form} />
      </form>
    </Overlay>
  )
}
