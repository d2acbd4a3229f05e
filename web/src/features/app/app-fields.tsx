import { useI18n } from '../../i18n/i18n.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { ContractForm } from '../../ui/fields/use-contract-form.tsx'
import shared from '../../ui/theme/shared.module.css'

export type AppValues = {
  name: string
  platform: 'AOS' | 'IOS'
  storeURL: string
  adult: 'yes' | 'no'
}

/** The fields of an app. The platform is chosen once, when the app is registered. */
export function AppFields(props: { form: ContractForm<AppValues>; platformFixed: boolean }) {
  const { t } = useI18n()
  const { form } = props
  return (
    <>
      <TextField label={t('publisher.app.name')} required {...form.getInputProps('name')} />
      <div className={shared.formGrid}>
        <SelectField
          label={t('publisher.app.platform')}
          required
          disabled={props.platformFixed}
          hint={props.platformFixed ? t('publisher.app.platformFixed') : undefined}
          data={[
            { value: 'AOS', label: t('publisher.android') },
            { value: 'IOS', label: t('publisher.ios') },
          ]}
          {...form.getInputProps('platform')}
        />
        <SelectField
          label={t('publisher.app.adult')}
          required
          hint={t('publisher.app.adultHint')}
          data={[
            { value: 'no', label: t('publisher.no') },
            { value: 'yes', label: t('publisher.yes') },
          ]}
          {...form.getInputProps('adult')}
        />
      </div>
      <TextField
        label={t('publisher.app.storeUrl')}
        required
        type="url"
        hint={t('publisher.app.storeUrlHint')}
        {...form.getInputProps('storeURL')}
      />
    </>
  )
}
