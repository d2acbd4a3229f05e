import '@mantine/dates/styles.layer.css'
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import 'dayjs/locale/ko'
import { useI18n } from '../../i18n/i18n.ts'
import { type FieldProps, fieldProps } from '../fields/field-props.tsx'

/** A day and a time, `YYYY-MM-DD HH:mm:ss`; which clock it is on is for the screen to say. */
export function DateTimeField(props: FieldProps<Omit<DateTimePickerProps, 'ref'>>) {
  const { language } = useI18n()
  const { rest, field } = fieldProps(props)
  // It is a button, which cannot be required; the label says it.
  const { 'aria-required': _required, ...shown } = field
  return (
    <DateTimePicker
      valueFormat="YYYY-MM-DD HH:mm"
      locale={language}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden="true" />}
      {...rest}
      {...shown}
    />
  )
}
