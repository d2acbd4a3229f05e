import { CopyButton as MantineCopy, Tabs as MantineTabs, Popover, SegmentedControl } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCopy,
  IconHelpCircle,
  IconInfoCircle,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import { showToast } from '../dialogs/toast.tsx'

export type Tone = 'ok' | 'warn' | 'bad' | 'line' | 'volt' | 'quiet'

export function Chip({
  tone = 'quiet',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={`chip chip-${tone}`}>
      {icon}
      {children}
    </span>
  )
}

export function Card(props: { children: ReactNode; pad?: 'card' | 'form' | 'none'; label?: string }) {
  const { pad = 'card' } = props
  const inside = pad === 'none' ? '' : pad === 'form' ? ' card-form' : ' card-pad'
  return (
    <section className={`card${inside}`} {...(props.label ? { 'aria-label': props.label } : {})}>
      {props.children}
    </section>
  )
}

/** A line across the page. With `to` or `onClick` the whole of it acts. */
export function Banner(props: {
  tone?: 'line' | 'warn' | 'bad'
  icon?: ReactNode
  children: ReactNode
  to?: string
  onClick?: () => void
  go?: string
}) {
  const { tone = 'line' } = props
  const Icon = tone === 'line' ? IconInfoCircle : IconAlertTriangle
  const inside = (
    <>
      {props.icon ?? <Icon size={20} stroke={1.75} aria-hidden="true" />}
      <span className="banner-words">{props.children}</span>
      {props.go ? <span className="banner-go">{props.go}</span> : null}
      {(props.to || props.onClick) && !props.go ? <IconChevronRight size={18} aria-hidden="true" /> : null}
    </>
  )
  const className = `banner banner-${tone}`
  if (props.to) {
    return (
      <Link className={className} to={props.to}>
        {inside}
      </Link>
    )
  }
  if (props.onClick) {
    return (
      <button type="button" className={className} onClick={props.onClick}>
        {inside}
      </button>
    )
  }
  return (
    <div className={className} role="note">
      {inside}
    </div>
  )
}

export function Empty(props: { icon: ReactNode; title: string; text?: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <span className="empty-icon" aria-hidden="true">
        {props.icon}
      </span>
      <h2>{props.title}</h2>
      {props.text ? <p>{props.text}</p> : null}
      {props.action}
    </div>
  )
}

/** What did not load; the rest of the page lives on. */
export function NotLoaded(props: { title?: string | undefined; onRetry: () => void }) {
  const { t } = useI18n()
  return (
    <div className="empty" role="alert">
      <span className="empty-icon empty-icon-bad" aria-hidden="true">
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

export function Segment<V extends string>(props: {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}) {
  return (
    <SegmentedControl
      aria-label={props.label}
      value={props.value}
      data={props.options.map((option) => ({ ...option }))}
      onChange={(value) => {
        const chosen = props.options.find((option) => option.value === value)
        if (chosen) props.onChange(chosen.value)
      }}
    />
  )
}

export function Tabs<V extends string>(props: {
  label: string
  value: V
  tabs: readonly { value: V; label: ReactNode }[]
  onChange: (value: V) => void
  children: ReactNode
}) {
  return (
    <MantineTabs
      value={props.value}
      onChange={(value) => {
        const chosen = props.tabs.find((tab) => tab.value === value)
        if (chosen) props.onChange(chosen.value)
      }}
    >
      <MantineTabs.List aria-label={props.label}>
        {props.tabs.map((tab) => (
          <MantineTabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={props.value}>{props.children}</MantineTabs.Panel>
    </MantineTabs>
  )
}

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
          className="hint-button"
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

/** A value in mono with a button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  const { t } = useI18n()
  return (
    <span className="copy-line">
      <code className="mono">{value}</code>
      <MantineCopy value={value}>
        {({ copy }) => (
          <button
            type="button"
            className="icon-button icon-button-small"
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
      </MantineCopy>
    </span>
  )
}

/** A phone around what is shown in it. */
export function PhoneFrame(props: { label: string; landscape?: boolean; children: ReactNode }) {
  return (
    <figure className={`phone${props.landscape ? ' phone-landscape' : ''}`} aria-label={props.label}>
      <span className="phone-island" aria-hidden="true" />
      <div className="phone-screen">{props.children}</div>
    </figure>
  )
}
