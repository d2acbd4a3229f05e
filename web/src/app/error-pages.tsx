import { IconHome } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Copyable } from '../ui/controls/copyable.tsx'
import { useTitle } from '../ui/page/page.tsx'
import shared from '../ui/theme/shared.module.css'
import classes from './error-pages.module.css'

function ErrorPage(props: {
  title: string
  text: string
  code: string
  picture: ReactNode
  more?: ReactNode
}) {
  const { t } = useI18n()
  useTitle(props.title)
  return (
    <div className={classes.errorPage}>
      {props.picture}
      <h1>{props.title}</h1>
      <p className={classes.errorText}>{props.text}</p>
      <p className={`${shared.mono} ${shared.quiet}`}>{props.code}</p>
      {props.more}
      <ButtonLink
        kind="primary"
        to="/"
        outside
        icon={<IconHome size={18} stroke={1.75} aria-hidden="true" />}
      >
        {t('shell.home')}
      </ButtonLink>
    </div>
  )
}

/** The mark with its tip fallen off. */
export function NotFoundPage() {
  const { t } = useI18n()
  return (
    <ErrorPage
      title={t('shell.notFound.title')}
      text={t('shell.notFound.text')}
      code={t('shell.notFound.code')}
      picture={
        <svg viewBox="0 0 112 86" width="112" height="86" aria-hidden="true">
          <g transform="translate(10 0)">
            <path fill="var(--logoA)" d="M4 8h14l21 48H25z" />
            <path fill="var(--logoB)" d="M38.34 25.5h14L40.5 52.57 33.5 36.57z" />
          </g>
          <path fill="var(--logoC)" d="M79 63l15-7 13 9-15 10z" />
          <path stroke="var(--border)" strokeWidth="3" d="M0 82h112" />
        </svg>
      }
    />
  )
}

/** The line is cut. */
export function FaultPage({ requestId }: { requestId: string }) {
  const { t } = useI18n()
  return (
    <ErrorPage
      title={t('shell.fault.title')}
      text={t('shell.fault.text')}
      code={t('shell.fault.code')}
      more={
        requestId === '' ? null : (
          <p className={`${shared.quiet} ${shared.row}`}>
            {t('shell.fault.request')} <Copyable value={requestId} label={t('shell.fault.request')} />
          </p>
        )
      }
      picture={
        <svg viewBox="0 0 112 86" width="112" height="86" aria-hidden="true">
          <g transform="translate(24 0)">
            <path fill="var(--logoA)" d="M4 8h14l21 48H25z" />
            <path fill="var(--logoB)" d="M38.34 25.5h14L40.5 52.57 33.5 36.57z" />
            <path fill="var(--logoC)" d="M46 8h14l-6.12 14h-14z" />
          </g>
          <path stroke="var(--border)" strokeWidth="3" d="M0 82h45M67 82h45" />
        </svg>
      }
    />
  )
}
