import { limits } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { NumberField, TextField } from '../../ui/fields/fields.tsx'
import type { useFields } from '../../ui/fields/form.ts'
import { checked, maxLength, required } from '../../ui/fields/validate.tsx'

export type RewardValues = {
  rewardName: string
  reward: number | ''
}

export const rewardRules = {
  rewardName: (value: string) => checked(value, required, maxLength(limits.nameMax)),
  reward: (value: number | '') => checked(String(value), required),
}

export function RewardFields({ form }: { form: ReturnType<typeof useFields<RewardValues>> }) {
  const { t } = useI18n()
  return (
    <div className="form-grid">
      <TextField label={t('publisher.reward.name')} required {...form.getInputProps('rewardName')} />
      <NumberField
        label={t('publisher.reward.reward')}
        required
        min={1}
        max={limits.rewardMax}
        {...form.getInputProps('reward')}
      />
    </div>
  )
}
