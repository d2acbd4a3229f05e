import { Progress } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconCircleCheckFilled, IconFileUpload, IconFileX, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import iconButtonClasses from '../controls/icon-button.module.css'
import mantineClasses from '../theme/mantine.module.css'
import '@mantine/dropzone/styles.layer.css'
import classes from './upload.module.css'

export interface UploadItem {
  id: string
  name: string
  /** 0 for what was stored earlier, whose size is not known here. */
  bytes: number
  sentBytes: number
  state: 'sending' | 'ready' | 'refused'
  /** Why it was refused. */
  reason?: string
  /** A picture of it, for files that are pictures. */
  preview?: string
  /** The name of the stored file, as `send` returned it. */
  stored?: string
}

export interface UploadRules {
  types: readonly string[]
  bytesMax: number
  filesMax: number
  /** Uploads the file; returns its stored name, why it was refused, or null when it failed. */
  send: (file: File, onProgress: (sentBytes: number) => void) => Promise<string | { refused: string } | null>
  /** Refuses a file by its content, in words. */
  check?: (file: File) => Promise<string | null>
}

export interface Uploads {
  items: readonly UploadItem[]
  /** The names of the stored files, in order. */
  stored: readonly string[]
  sending: boolean
  add: (files: readonly File[]) => void
  remove: (id: string) => void
}

/** The files of one field. A file that breaks a rule stays listed with its reason and is not sent. */
export function useUploads(rules: UploadRules, initial: readonly UploadItem[] = []): Uploads {
  const { t, number } = useI18n()
  const [items, setItems] = useState(initial)
  // A file may be added after a question, when more than this render's files are listed.
  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  }, [items])
  const change = (id: string, part: Partial<UploadItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...part } : item)))
  async function refusalOf(file: File, room: number): Promise<string | null> {
    if (!rules.types.includes(file.type)) return t('ui.upload.wrongType')
    if (file.size > rules.bytesMax) {
      return t('ui.upload.tooBig', { size: number(file.size), limit: number(rules.bytesMax) })
    }
    if (room <= 0) return t('ui.upload.tooMany', { count: rules.filesMax })
    return (await rules.check?.(file)) ?? null
  }
  async function addOne(file: File, room: number) {
    const id = crypto.randomUUID()
    const reason = await refusalOf(file, room)
    const item: UploadItem = {
      id,
      name: file.name,
      bytes: file.size,
      sentBytes: 0,
      state: reason ? 'refused' : 'sending',
      ...(reason ? { reason } : {}),
      ...(!reason && file.type.startsWith('image/') ? { preview: URL.createObjectURL(file) } : {}),
    }
    setItems((before) => [...before, item])
    if (reason) return
    const stored = await rules.send(file, (sentBytes) => change(id, { sentBytes }))
    if (stored === null) change(id, { state: 'refused', reason: t('ui.upload.failed') })
    else if (typeof stored !== 'string') change(id, { state: 'refused', reason: stored.refused })
    else change(id, { state: 'ready', sentBytes: file.size, stored })
  }
  return {
    items,
    stored: items.flatMap((item) => (item.state === 'ready' && item.stored ? [item.stored] : [])),
    sending: items.some((item) => item.state === 'sending'),
    add(files) {
      const good = latest.current.filter((item) => item.state !== 'refused').length
      for (const [index, file] of files.entries()) void addOne(file, rules.filesMax - good - index)
    },
    remove: (id) => setItems((before) => before.filter((item) => item.id !== id)),
  }
}

function Item({ item, onRemove }: { item: UploadItem; onRemove: () => void }) {
  const { t, number } = useI18n()
  const refused = item.state === 'refused'
  return (
    <li className={classes.item} data-upload data-state={item.state}>
      <span className={classes.picture} aria-hidden="true">
        {item.preview ? (
          <img src={item.preview} alt="" />
        ) : refused ? (
          <IconFileX size={20} />
        ) : (
          <IconFileUpload size={20} />
        )}
      </span>
      <div className={classes.words}>
        <span className={classes.name}>
          <b>{item.name}</b>
          {item.state === 'ready' ? (
            <span className={classes.ready} data-ready>
              <IconCircleCheckFilled size={16} aria-hidden="true" /> {t('ui.upload.ready')}
            </span>
          ) : null}
        </span>
        {refused ? (
          <span className={classes.refusal} role="alert">
            {item.reason}
          </span>
        ) : item.bytes === 0 ? null : (
          <>
            <Progress
              value={(item.sentBytes / item.bytes) * 100}
              size={6}
              aria-label={item.name}
              color={item.state === 'ready' ? 'var(--ok)' : 'var(--line)'}
            />
            <span className={classes.hint}>
              {t('ui.upload.sent', { sent: number(item.sentBytes), all: number(item.bytes) })}
            </span>
          </>
        )}
      </div>
      <button
        type="button"
        className={iconButtonClasses.iconButton}
        aria-label={t('ui.upload.remove', { name: item.name })}
        onClick={onRemove}
      >
        {refused ? (
          <IconX size={18} aria-hidden="true" />
        ) : (
          <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        )}
      </button>
    </li>
  )
}

export function Upload(props: {
  label: string
  uploads: Uploads
  types: readonly string[]
  multiple?: boolean
  hint: string
  required?: boolean
  error?: ReactNode
  disabled?: boolean
}) {
  const { t } = useI18n()
  const { uploads } = props
  return (
    <div className={classes.upload}>
      <span className={mantineClasses.inputWrapperLabel}>
        {props.label}
        {props.required ? (
          <span className={mantineClasses.inputWrapperRequired} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </span>
      <ul className={classes.list}>
        {uploads.items.map((item) => (
          <Item key={item.id} item={item} onRemove={() => uploads.remove(item.id)} />
        ))}
      </ul>
      <Dropzone
        className={classes.zone}
        classNames={{ inner: classes.inner }}
        onDrop={(files: File[]) => uploads.add(files)}
        onReject={(rejections: FileRejection[]) => uploads.add(rejections.map((rejection) => rejection.file))}
        accept={[...props.types]}
        multiple={props.multiple ?? false}
        disabled={props.disabled ?? false}
        inputProps={{ 'aria-label': props.label }}
      >
        <IconFileUpload size={24} stroke={1.75} aria-hidden="true" />
        <span>
          <b>{t('ui.upload.choose')}</b> {t('ui.upload.orDrop')}
        </span>
        <span className={classes.hint}>{props.hint}</span>
      </Dropzone>
      {props.error ? (
        <p className={mantineClasses.inputWrapperError} role="alert">
          {props.error}
        </p>
      ) : null}
    </div>
  )
}
