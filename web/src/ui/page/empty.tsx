import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import classes from './empty.module.css'

export function Empty(props: { icon: ReactNode; title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon} aria-hidden="true">
        {props.icon}
      </span>
      <h2>{props.title}</h2>
      {props.text ? <p>{props.text}</p> : null}
      {props.action}
    </div>
  )
}

/** A panel that did not load; the rest of the page works. */
export function NotLoaded(props: { title?: string | undefined; onRetry: () => void }) {
  const { t } = useI18n()
  return (
    <div className={classes.empty} role="alert">
      <span className={`${classes.icon} ${classes.iconBad}`} aria-hidden="true">
        <IconPlugConnectedX size={20} stroke={1.75} />
      </span>
      <h2>{props.title ?? t('ui.didNotLoad')}</h2>
      <p>{t('ui.dataSafe')}</p>
      <Button icon={<IconRefresh size={18} stroke={1.75} />} onClick={() => props.onRetry()}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  )
}
