import { limits } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { ContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'

export type MediumValues = {
  name: string
  reward: string
  rewards: number | ''
}

/** True when a named reward has no count. */
export const lacksCount = (values: MediumValues): boolean =>
  values.reward.trim() !== '' && !(typeof values.rewards === 'number' && values.rewards >= 1)

/** A reward without a name has no count, so clearing the name clears the count. */
export function RewardFields({ form }: { form: ContractForm<MediumValues> }) {
  const { t } = useI18n()
  const { onChange, ...reward } = form.getInputProps('reward')
  const named = form.getValues().reward.trim() !== ''
  return (
    <div className={shared.formGrid}>
      <TextField
        label={t('publisher.inventory.reward')}
        hint={t('publisher.inventory.rewardHint')}
        {...reward}
        onChange={(event) => {
          onChange(event)
          if (event.currentTarget.value.trim() === '') form.setFieldValue('rewards', '')
        }}
      />
      <NumberField
        label={t('publisher.inventory.rewards')}
        required={named}
        max={limits.rewardMax}
        disabled={!named}
        {...form.getInputProps('rewards')}
      />
    </div>
  )
}
