import { isStoreUrl, type Platform, scrapeStore } from '@voltline/contract'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { everywhere } from '../../../ui/places/countries.ts'
import shared from '../../../ui/theme/shared.module.css'
import classes from '../ad.module.css'
import { type AdForm, type AdValues, storeValuesOf } from '../ad-values.ts'

/** An ad for both platforms shows the page of either store. */
function storeOf({ platform, storeURL }: AdValues): Platform {
  if (platform !== 'BOTH') return platform
  return isStoreUrl(storeURL.trim(), 'IOS') ? 'IOS' : 'AOS'
}

export const isInStore = (values: AdValues): boolean => isStoreUrl(values.storeURL.trim(), storeOf(values))

/** Looks the app up and fills in what the store says; what cannot be read can be typed. */
function useLookup(form: AdForm, material0: string) {
  const { t } = useI18n()
  const scrape = useContractMutation(scrapeStore, {
    alertAs: 'UNKNOWN',
    onRefusal() {
      void showAlert({ title: t('errors.UNKNOWN'), text: t('ad.store.failed') })
      return true
    },
  })
  async function lookUp() {
    const values = form.getValues()
    const storeURL = values.storeURL.trim()
    if (storeURL === '') return form.setFieldError('storeURL', t('ui.field.required'))
    if (!(await form.checkFields(['storeURL']))) return
    if (!isInStore(values)) return void showAlert(t('ad.store.invalidUrl'))
    const country = values.countries.find((code) => code !== everywhere) ?? ''
    const answer = await scrape.send({ country, platform: storeOf(values), material0, storeURL })
    if (!answer) return
    form.setValues({ ...storeValuesOf(answer.appInfo), show: values.show })
    showToast(t('ad.store.found'))
  }
  return { lookUp: () => void lookUp(), pending: scrape.isPending }
}

function Facts({ form }: { form: AdForm }) {
  const { t } = useI18n()
  const { platform } = form.getValues()
  const check = (field: 'free' | 'show', label: string) => (
    <CheckField label={label} {...form.getInputProps(field, { type: 'checkbox' })} />
  )
  return (
    <fieldset className={classes.storeFacts} aria-label={t('ad.store.filledIn')}>
      <TextField label={t('ad.store.title')} {...form.getInputProps('title')} />
      <div className={shared.formGrid}>
        <NumberField
          label={t('ad.store.score')}
          hint={t('ad.store.scoreHint')}
          allowDecimal
          decimalScale={2}
          max={5}
          {...form.getInputProps('score')}
        />
        {platform === 'IOS' ? (
          <TextField label={t('ad.store.installs')} disabled value={t('ad.store.notAvailable')} />
        ) : (
          <TextField label={t('ad.store.installs')} maxLength={64} {...form.getInputProps('installs')} />
        )}
      </div>
      <TextField
        label={t('ad.store.genres')}
        hint={t('ad.store.genresHint')}
        {...form.getInputProps('genres')}
      />
      <div className={shared.stack}>
        {check('free', t('ad.store.free'))}
        {check('show', t('ad.store.show'))}
      </div>
    </fieldset>
  )
}

export function StoreFields({ form, material0 }: { form: AdForm; material0: string }) {
  const { t } = useI18n()
  const { lookUp, pending } = useLookup(form, material0)
  const { platform } = form.getValues()
  return (
    <>
      <div className={classes.lookup}>
        <TextField
          label={t('ad.store.url')}
          hint={t(platform === 'IOS' ? 'ad.store.urlHintIos' : 'ad.store.urlHintAos')}
          type="url"
          {...form.getInputProps('storeURL')}
        />
        <Button pending={pending} onClick={lookUp}>
          {t('ad.store.lookUp')}
        </Button>
      </div>
      <Facts form={form} />
    </>
  )
}
