import { limits } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { ContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'

export type RewardValues = {
  rewardName: string
  reward: number | ''
}

export function RewardFields({ form }: { form: ContractForm<RewardValues> }) {
  const { t } = useI18n()
  return (
    <div className={shared.formGrid}>
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
