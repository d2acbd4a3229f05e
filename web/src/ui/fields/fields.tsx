import {
  Checkbox,
  type CheckboxProps,
  Switch as MantineSwitch,
  MultiSelect,
  type MultiSelectProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Select,
  type SelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { IconAlertCircle, IconEye, IconEyeOff, IconSelector } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'

interface FieldWords {
  label: string
  /** Stands below the input and gives way to the error. */
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
}
type Own<P> = Omit<P, keyof FieldWords | 'description'> & FieldWords

function words<P extends FieldWords>(props: P) {
  const { label, hint, error, required = false, ...rest } = props
  const says = error ? (
    <>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
      <span>{error}</span>
    </>
  ) : undefined
  return {
    rest,
    field: {
      label,
      withAsterisk: required,
      'aria-required': required,
      description: error ? undefined : hint,
      error: says,
      errorProps: { role: 'alert' },
      inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
        | 'label'
        | 'input'
        | 'description'
        | 'error'
      )[],
    },
  }
}

export function TextField(props: Own<TextInputProps>) {
  const { rest, field } = words(props)
  return <TextInput {...rest} {...field} />
}

export function TextAreaField(props: Own<TextareaProps>) {
  const { rest, field } = words(props)
  return <Textarea {...rest} {...field} />
}

export function PasswordField(props: Own<PasswordInputProps>) {
  const { t } = useI18n()
  const { rest, field } = words(props)
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...rest}
      {...field}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
      }
      visibilityToggleButtonProps={{ 'aria-label': t(visible ? 'ui.hidePassword' : 'ui.showPassword') }}
    />
  )
}

export function NumberField(props: Own<NumberInputProps>) {
  const { rest, field } = words(props)
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
export function MoneyField(props: Own<NumberInputProps>) {
  const { t } = useI18n()
  return (
    <NumberField
      {...props}
      inputMode="numeric"
      rightSection={<span className="unit">{t('ui.krw')}</span>}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
    />
  )
}

export function SelectField(props: Own<SelectProps>) {
  const { t } = useI18n()
  const { rest, field } = words(props)
  // What stands in the box is the choice; typing should look for another one, not add to it.
  const selectAll = (event: { currentTarget: HTMLInputElement }) => {
    if (props.searchable) event.currentTarget.select()
  }
  return (
    <Select
      onFocus={selectAll}
      onClick={selectAll}
      allowDeselect={false}
      nothingFoundMessage={t('ui.noMatch')}
      maxDropdownHeight={320}
      rightSection={<IconSelector size={16} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      {...rest}
      {...field}
    />
  )
}

export function MultiSelectField(props: Own<MultiSelectProps>) {
  const { t } = useI18n()
  const { rest, field } = words(props)
  return (
    <MultiSelect
      searchable
      nothingFoundMessage={t('ui.noMatch')}
      maxDropdownHeight={320}
      {...rest}
      {...field}
    />
  )
}

export function CheckField(props: Omit<CheckboxProps, 'description'>) {
  return <Checkbox {...props} />
}

/** The label is what the switch does for a screen reader: "Start Red gate strip". */
export function Switch(props: {
  on: boolean
  label: string
  onToggle: () => void
  disabled?: boolean
  /** A word beside it, such as On or Off. */
  beside?: ReactNode
}) {
  return (
    <span className="switch-line">
      {props.beside ? <span aria-hidden="true">{props.beside}</span> : null}
      <MantineSwitch
        checked={props.on}
        aria-label={props.label}
        disabled={props.disabled ?? false}
        onChange={props.onToggle}
        onClick={(event) => event.stopPropagation()}
        withThumbIndicator={false}
      />
    </span>
  )
}
