import { Popover } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { useEffect, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import classes from './hint.module.css'

/** A small explanation that closes by itself. */
export function Hint({ name, text }: { name: string; text: string }) {
  const { t } = useI18n()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setOpen(false), limits.hintMs)
    return () => clearTimeout(timer)
  }, [open])
  return (
    <Popover opened={open} onChange={setOpen} width={260} withArrow shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={classes.hintButton}
          aria-label={t('ui.hint', { name })}
          onClick={() => setOpen((before) => !before)}
        >
          <IconHelpCircle size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown role="status">{text}</Popover.Dropdown>
    </Popover>
  )
}
