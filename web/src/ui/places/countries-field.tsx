import { countryCodes } from '@voltline/contract'
import { type ReactNode, useMemo } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { MultiSelectField } from '../fields/select-field.tsx'
import { chosenCountries, everywhere } from './countries.ts'

/** Several countries by their names in the reader's language, or Global, which is listed first. */
export function CountriesField(props: {
  label: string
  hint?: ReactNode
  globalName: string
  value?: readonly string[]
  error?: ReactNode
  disabled?: boolean
  onChange?: (codes: string[]) => void
  onBlur?: () => void
  onFocus?: () => void
}) {
  const { country, language } = useI18n()
  const { label, hint, error, globalName, disabled = false, value = [] } = props
  const options = useMemo(() => {
    const codes = new Set([...countryCodes, ...value])
    codes.delete(everywhere)
    const named = [...codes].map((code) => ({ value: code, label: country(code) }))
    named.sort((one, other) => one.label.localeCompare(other.label, language))
    return [{ value: everywhere, label: globalName }, ...named]
  }, [language, globalName, country, value])
  return (
    <MultiSelectField
      label={label}
      hint={hint}
      error={error}
      required
      disabled={disabled}
      data={options}
      value={[...value]}
      onChange={(after) => props.onChange?.(chosenCountries(value, after))}
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
      {...(props.onFocus ? { onFocus: props.onFocus } : {})}
    />
  )
}
