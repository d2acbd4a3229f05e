import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import classes from './detail-drawer.module.css'
import { Overlay, type OverlayProps, useSafeClose } from './overlay.tsx'

interface DetailDrawerProps extends Omit<OverlayProps, 'foot' | 'size' | 'tabs'> {
  /** The id of the form inside, which the button in the foot submits. */
  formId: string
  /** The button's text: Create, Modify. */
  verb: string
  pending: boolean
  /** Why the form cannot be sent now. */
  disabledBecause?: string | undefined
  /** Before Close: Delete. */
  danger?: ReactNode
}

/** A create or detail screen with one form, beside its list: Close, and the button that sends the form. */
export function DetailDrawer({
  formId,
  verb,
  pending,
  disabledBecause,
  danger,
  ...overlay
}: DetailDrawerProps) {
  const { t } = useI18n()
  const handleClose = useSafeClose(overlay)
  return (
    <Overlay
      {...overlay}
      foot={
        <>
          {danger ? <div className={classes.danger}>{danger}</div> : null}
          <Button kind="quiet" onClick={handleClose}>
            {t('ui.close')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            pending={pending}
            disabledBecause={disabledBecause}
          >
            {verb}
          </Button>
        </>
      }
    />
  )
}
