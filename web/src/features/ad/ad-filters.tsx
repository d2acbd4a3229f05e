import { IconSearch } from '@tabler/icons-react'
import { billingTypes, limits, products, soldBillingTypes } from '@voltline/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './ad.module.css'
import type { AdQuery, Filters } from './ad-query.ts'

const filtersOf = ({ name, campType, status, product, billingType }: Filters): Filters => ({
  name,
  campType,
  status,
  product,
  billingType,
})
const none: Filters = { name: '', campType: '', status: '', product: '', billingType: '' }

interface Option<V extends string> {
  value: V
  label: string
}

function Pick<V extends string>(props: {
  label: string
  value: V | ''
  options: readonly Option<V>[]
  onPick: (value: V | '') => void
}) {
  const { t } = useI18n()
  const options: readonly Option<V | ''>[] = [{ value: '', label: t('ad.list.all') }, ...props.options]
  return (
    <SelectField
      label={props.label}
      value={props.value}
      data={options.map((option) => ({ ...option }))}
      onChange={(value) => props.onPick(options.find((option) => option.value === value)?.value ?? '')}
    />
  )
}

function useOptions(product: Filters['product']) {
  const { t } = useI18n()
  const offered = product === '' ? billingTypes : soldBillingTypes[product]
  return {
    campType: [
      { value: 'AOS', label: t('advertiser.android') },
      { value: 'IOS', label: t('advertiser.ios') },
    ] as const,
    status: [
      { value: 'STOPPED', label: t('ad.list.stopped') },
      { value: 'INPROGRESS', label: t('ad.status.INPROGRESS') },
      { value: 'COMPLETE', label: t('ad.status.COMPLETE') },
    ] as const,
    product: products.map((value) => ({ value, label: t(`ad.product.${value}`) })),
    billingType: offered.map((value) => ({ value, label: value })),
  }
}

/** Nothing is searched until Search; then the list starts at its first page. */
export function AdFilters(props: { asked: AdQuery; onSearch: (filters: Filters) => void }) {
  const { t } = useI18n()
  const { asked } = props
  const [draft, setDraft] = useState(filtersOf(asked))
  useEffect(() => setDraft(filtersOf(asked)), [asked])
  const options = useOptions(draft.product)
  const set = (part: Partial<Filters>) => setDraft((before) => ({ ...before, ...part }))
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    props.onSearch({ ...draft, name: draft.name.trim() })
  }
  return (
    <form id="ad-filters" className={`${shared.filters} ${classes.filters}`} onSubmit={handleSubmit}>
      <TextField
        label={t('ad.list.name')}
        placeholder={t('ad.list.nameHint')}
        maxLength={limits.nameMax}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Pick
        label={t('ad.list.platform')}
        value={draft.campType}
        options={options.campType}
        onPick={(campType) => set({ campType })}
      />
      <Pick
        label={t('ad.list.status')}
        value={draft.status}
        options={options.status}
        onPick={(status) => set({ status })}
      />
      <Pick
        label={t('ad.list.product')}
        value={draft.product}
        options={options.product}
        onPick={(product) => set({ product, billingType: '' })}
      />
      <Pick
        label={t('ad.list.billingType')}
        value={draft.billingType}
        options={options.billingType}
        onPick={(billingType) => set({ billingType })}
      />
      <span className={shared.row}>
        <Button type="submit">{t('ui.search')}</Button>
        <Button kind="text" onClick={() => props.onSearch(none)}>
          {t('ui.clear')}
        </Button>
      </span>
    </form>
  )
}
