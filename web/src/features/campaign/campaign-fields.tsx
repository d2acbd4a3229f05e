import { type CampaignType, limits } from '@voltline/contract'
import { useI18n } from '../../i18n/i18n.ts'
import { CountriesField } from '../../ui/fields/countries-field.tsx'
import { MoneyField, TextField } from '../../ui/fields/fields.tsx'
import type { useFields } from '../../ui/fields/form.ts'
import {
  checked,
  checkedNumber,
  checkedSome,
  fullUrl,
  maxLength,
  type Rule,
  required,
} from '../../ui/fields/validate.tsx'

export type CampaignValues = {
  name: string
  budget: number | string
  type: CampaignType
  countries: string[]
  urlAos: string
  urlIos: string
}
export type CampaignForm = ReturnType<typeof useFields<CampaignValues>>

/** A campaign that is not for one platform leads somewhere on each. */
const hasUrl = (type: CampaignType, platform: 'AOS' | 'IOS'): boolean =>
  type === platform || type === 'BOTH' || type === 'WEB'

const urlRule =
  (platform: 'AOS' | 'IOS', ...rules: Rule[]) =>
  (url: string, values: CampaignValues) =>
    hasUrl(values.type, platform) ? checked(url, required, ...rules) : null

const asTyped = [maxLength(limits.urlMax), fullUrl]
/** A change is checked for its form only; a URL that is too long is the server's to refuse. */
const asChanged: Rule = (url) => fullUrl(url.trim().slice(0, limits.urlMax))

export const campaignRules = {
  name: (name: string) => checked(name, required, maxLength(limits.nameMax)),
  budget: (budget: number | string) =>
    checkedNumber(budget, { min: limits.budgetMin, max: limits.budgetMax }),
  countries: (countries: string[]) => checkedSome(countries),
  urlAos: urlRule('AOS', ...asTyped),
  urlIos: urlRule('IOS', ...asTyped),
}
export const changeRules = {
  ...campaignRules,
  urlAos: urlRule('AOS', asChanged),
  urlIos: urlRule('IOS', asChanged),
}

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
