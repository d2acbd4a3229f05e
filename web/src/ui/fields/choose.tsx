import './choose.css'
import { useI18n } from '../../i18n/i18n.ts'
import { SelectField } from './fields.tsx'

/** A selector at the head of a list: the list below is of what is chosen here. */
export function Choose(props: {
  label: string
  value: number
  options: readonly { id: number; name: string }[]
  onChange: (id: number) => void
}) {
  const { t } = useI18n()
  return (
    <div className="choose">
      <SelectField
        label={props.label}
        searchable
        value={props.value ? String(props.value) : null}
        placeholder={t('ui.nothing')}
        data={props.options.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => value && props.onChange(Number(value))}
      />
    </div>
  )
}
