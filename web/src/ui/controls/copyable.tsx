import { CopyButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useI18n } from '../../i18n/i18n.ts'
import { showToast } from '../dialogs/toast.tsx'
import shared from '../theme/shared.module.css'
import classes from './copyable.module.css'
import iconButtonClasses from './icon-button.module.css'

/** A value in mono with a button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  const { t } = useI18n()
  return (
    <span className={classes.copyLine}>
      <code className={shared.mono}>{value}</code>
      <CopyButton value={value}>
        {({ copy }) => (
          <button
            type="button"
            className={`${iconButtonClasses.iconButton} ${iconButtonClasses.iconButtonSmall}`}
            aria-label={`${t('ui.copy')}: ${label}`}
            onClick={(event) => {
              event.stopPropagation()
              copy()
              showToast(t('ui.copied'))
            }}
          >
            <IconCopy size={16} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </CopyButton>
    </span>
  )
}
