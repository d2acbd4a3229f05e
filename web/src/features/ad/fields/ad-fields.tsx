import { limits } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CountriesField } from '../../../ui/places/countries-field.tsx'
import shared from '../../../ui/theme/shared.module.css'
import type { AdForm, AdPlatform } from '../ad-values.ts'

export function CommentField({ form }: { form: AdForm }) {
  const { t } = useI18n()
  return (
    <TextField
      label={t('ad.material.comment')}
      hint={t('ad.material.commentHint')}
      {...form.getInputProps('comment')}
    />
  )
}

function PlatformField({ form, fixed }: { form: AdForm; fixed: boolean }) {
  const { t } = useI18n()
  const names: Record<AdPlatform, string> = {
    AOS: t('advertiser.android'),
    IOS: t('advertiser.ios'),
    BOTH: t('advertiser.both'),
  }
  return (
    <SelectField
      label={t('ad.app.platform')}
      required
      disabled={fixed}
      hint={fixed ? t('ad.app.platformFixed') : undefined}
      data={(['AOS', 'IOS', 'BOTH'] as const).map((value) => ({ value, label: names[value] }))}
      {...form.getInputProps('platform')}
    />
  )
}

/** Whom the ad reaches and where it leads. A campaign for one platform decides it for its ads. */
export function AppFields({ form, platformFixed }: { form: AdForm; platformFixed: boolean }) {
  const { t } = useI18n()
  return (
    <>
      <CountriesField
        label={t('advertiser.countries.label')}
        hint={t('advertiser.countries.hint')}
        globalName={t('advertiser.countries.global')}
        {...form.getInputProps('countries')}
      />
      <div className={shared.formGrid}>
        <PlatformField form={form} fixed={platformFixed} />
        <SelectField
          label={t('ad.app.adult')}
          required
          hint={t('ad.app.adultHint')}
          data={[
            { value: 'no', label: t('ad.no') },
            { value: 'yes', label: t('ad.yes') },
          ]}
          {...form.getInputProps('adult')}
        />
      </div>
      <TextField
        label={t('ad.app.url')}
        hint={t('ad.app.urlHint', { click_id: '{click_id}' })}
        required
        type="url"
        {...form.getInputProps('url')}
      />
    </>
  )
}

export function LimitFields({ form, budget }: { form: AdForm; budget?: number | undefined }) {
  const { t, money } = useI18n()
  return (
    <>
      {budget === undefined ? null : (
        <p className={shared.quiet}>{t('ad.limits.budget', { budget: money(budget) })}</p>
      )}
      <div className={shared.formGrid}>
        <MoneyField
          label={t('ad.limits.dayLimit')}
          hint={t('ad.limits.dayLimitHint')}
          required
          {...form.getInputProps('dayLimit')}
        />
        <MoneyField
          label={t('ad.limits.budgetLimit')}
          hint={t('ad.limits.budgetLimitHint')}
          required
          {...form.getInputProps('budgetLimit')}
        />
      </div>
    </>
  )
}

export function BidFields({ form }: { form: AdForm }) {
  const { t } = useI18n()
  const { billingType } = form.getValues()
  const hint = t(billingType === 'CPM' ? 'ad.bid.perThousand' : 'ad.bid.perEvent')
  return (
    <div className={shared.formGrid}>
      <MoneyField
        label={t('ad.bid.minCost')}
        hint={hint}
        required
        maxLength={String(limits.bidMax).length + 4}
        {...form.getInputProps('minCost')}
      />
      <MoneyField
        label={t('ad.bid.maxCost')}
        hint={hint}
        required
        maxLength={String(limits.bidMax).length + 4}
        {...form.getInputProps('maxCost')}
      />
    </div>
  )
}
