import { useI18n } from '../../i18n/i18n.ts'
import shared from '../theme/shared.module.css'
import classes from './choose.module.css'
import { SelectField } from './select-field.tsx'

interface ChooseProps {
  label: string
  value: number
  options: readonly { id: number; name: string }[]
  onChange: (id: number) => void
}

/** A selector that decides what the list below it shows. */
export function Choose(props: ChooseProps) {
  const { t } = useI18n()
  return (
    <div className={classes.choose}>
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

/** The same at the head of a list's card. */
export function ChooseBar(props: ChooseProps) {
  return (
    <div className={`${shared.filters} ${classes.bar}`}>
      <Choose {...props} />
    </div>
  )
}
