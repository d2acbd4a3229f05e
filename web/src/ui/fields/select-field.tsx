import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useI18n } from '../../i18n/i18n.ts'
import { type FieldProps, fieldProps } from './field-props.tsx'

export function SelectField(props: FieldProps<SelectProps>) {
  const { t } = useI18n()
  const { rest, field } = fieldProps(props)
  // The box shows the current choice; typing replaces it to search for another one.
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

export function MultiSelectField(props: FieldProps<MultiSelectProps>) {
  const { t } = useI18n()
  const { rest, field } = fieldProps(props)
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
