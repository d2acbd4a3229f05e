import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.ts'
import shared from '../theme/shared.module.css'
import { type FieldProps, fieldProps } from './field-props.tsx'

export function NumberField(props: FieldProps<NumberInputProps>) {
  const { rest, field } = fieldProps(props)
  return (
    <NumberInput
      hideControls
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      {...rest}
      {...field}
    />
  )
}

/** Whole won: separators while typing, the unit at the end. */
export function MoneyField(props: FieldProps<NumberInputProps>) {
  const { t } = useI18n()
  return (
    <NumberField
      {...props}
      inputMode="numeric"
      rightSection={<span className={shared.unit}>{t('ui.krw')}</span>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
    />
  )
}
