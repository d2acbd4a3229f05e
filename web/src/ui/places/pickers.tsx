import type { SelectProps } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { SelectField } from '../fields/select-field.tsx'
import { countryOptions } from './country-codes.ts'
import { zoneOptions } from './time-zones.ts'

type PickerProps = Omit<SelectProps, 'data' | 'error' | 'label' | 'description' | 'required'> & {
  label: string
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
}

/** The country a phone number belongs to, by its calling code. */
export function CountryCodeField(props: PickerProps) {
  const { country, language } = useI18n()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language
  const options = useMemo(() => countryOptions(country), [language])
  return <SelectField {...props} searchable data={[...options]} />
}

/** Every time zone with today's offset; can be searched and cleared. */
export function TimeZoneField(props: PickerProps) {
  const { t } = useI18n()
  const current = props.value ?? undefined
  const options = useMemo(() => zoneOptions(Date.now(), current), [current])
  return (
    <SelectField
      {...props}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('ui.clear') }}
      data={[...options]}
    />
  )
}
