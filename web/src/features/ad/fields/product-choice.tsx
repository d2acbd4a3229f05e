import { type PricingModel, type Product, products, soldBillingTypes } from '@voltline/contract'
import { useI18n } from '../../../i18n/i18n.ts'
import { CardChoice } from '../../../ui/controls/card-choice.tsx'
import { FormatPicture } from '../../../ui/pictures/format-picture.tsx'
import { type AdForm, defaultName } from '../ad-values.ts'

const firstOf = (product: Product): PricingModel => soldBillingTypes[product][0]

/** Bids of one billing type mean nothing for another, so they are suggested again. */
const noBids = { minCost: '', maxCost: '' } as const

/** Names that were never touched follow the product. */
export function ProductChoice({ form, time }: { form: AdForm; time: string }) {
  const { t } = useI18n()
  const { product, name, comment, billingType } = form.getValues()
  function choose(next: Product) {
    const was = defaultName(product, time)
    const sold: readonly string[] = soldBillingTypes[next]
    form.setValues({
      product: next,
      ...(name === was ? { name: defaultName(next, time) } : {}),
      ...(comment === was ? { comment: defaultName(next, time) } : {}),
      ...(sold.includes(billingType) ? {} : { billingType: firstOf(next), ...noBids }),
    })
  }
  return (
    <CardChoice
      label={t('ad.wizard.steps.product')}
      value={product}
      options={products.map((value) => ({
        value,
        title: t(`ad.product.${value}`),
        text: t(`ad.productText.${value}`),
        picture: <FormatPicture product={value} />,
      }))}
      onChange={choose}
    />
  )
}

export function BillingChoice({ form }: { form: AdForm }) {
  const { t } = useI18n()
  const { product, billingType } = form.getValues()
  return (
    <CardChoice
      label={t('ad.wizard.steps.billing')}
      value={billingType}
      options={soldBillingTypes[product].map((value) => ({
        value,
        title: value,
        text: t(`ad.billingText.${value}`),
        disabledBecause: value === 'nCPA' ? t('ad.notOffered') : undefined,
      }))}
      onChange={(next) => {
        if (next !== billingType) form.setValues({ billingType: next, ...noBids })
      }}
    />
  )
}
