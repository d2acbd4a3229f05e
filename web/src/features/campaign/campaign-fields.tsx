import type { CampaignType } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { MoneyField } from '../../ui/fields/number-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { ContractForm } from '../../ui/fields/use-contract-form.tsx'
import { CountriesField } from '../../ui/places/countries-field.tsx'

export type CampaignValues = {
  name: string
  budget: number | string
  type: CampaignType
  countries: string[]
  urlAos: string
  urlIos: string
}
export type CampaignForm = ContractForm<CampaignValues>

/** A campaign that is not for one platform leads somewhere on each. */
const hasUrl = (type: CampaignType, platform: 'AOS' | 'IOS'): boolean =>
  type === platform || type === 'BOTH' || type === 'WEB'

export function NameField({ form }: { form: CampaignForm }) {
  const { t } = useI18n()
  return (
    <TextField
      label={t('advertiser.form.name')}
      hint={t('advertiser.form.nameHint')}
      required
      {...form.getInputProps('name')}
    />
  )
}

export function BudgetField({ form, fixed }: { form: CampaignForm; fixed: boolean }) {
  const { t } = useI18n()
  return (
    <MoneyField
      label={t('advertiser.form.budget')}
      hint={t(fixed ? 'advertiser.form.budgetFixed' : 'advertiser.form.budgetHint')}
      required
      disabled={fixed}
      {...form.getInputProps('budget')}
    />
  )
}

/** One field where one platform is meant, two where both are. */
export function TargetFields({ form }: { form: CampaignForm }) {
  const { t } = useI18n()
  const { type } = form.getValues()
  const single = type === 'AOS' || type === 'IOS'
  const hint = t('advertiser.form.urlHint', { click_id: '{click_id}' })
  return (['AOS', 'IOS'] as const)
    .filter((platform) => hasUrl(type, platform))
    .map((platform) => (
      <TextField
        key={platform}
        label={t(
          single
            ? 'advertiser.form.url'
            : platform === 'AOS'
              ? 'advertiser.form.urlAos'
              : 'advertiser.form.urlIos',
        )}
        hint={hint}
        required
        type="url"
        {...form.getInputProps(platform === 'AOS' ? 'urlAos' : 'urlIos')}
      />
    ))
}

export function CampaignCountries({ form }: { form: CampaignForm }) {
  const { t } = useI18n()
  return (
    <CountriesField
      label={t('advertiser.countries.label')}
      hint={t('advertiser.countries.hint')}
      globalName={t('advertiser.countries.global')}
      {...form.getInputProps('countries')}
    />
  )
}
