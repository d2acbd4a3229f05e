import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import 'dayjs/locale/ko'
import { useI18n } from '../../i18n/i18n.ts'
import { type FieldProps, fieldProps } from '../fields/field-props.tsx'

/** A day, `YYYY-MM-DD`. */
export function DateField(props: FieldProps<DateInputProps>) {
  const { language } = useI18n()
  const { rest, field } = fieldProps(props)
  return (
    <DateInput
      valueFormat="YYYY-MM-DD"
      locale={language}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
      {...rest}
      {...field}
    />
  )
}
