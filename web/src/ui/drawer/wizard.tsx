import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowRight, IconCheck, IconDeviceMobile, IconMinus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../controls/button.tsx'
import { useIsPhone } from '../table/shape.ts'
import shared from '../theme/shared.module.css'
import { Overlay } from './overlay.tsx'
import classes from './wizard.module.css'

export interface WizardStep {
  title: string
  /** What was chosen, or why the step is not needed. */
  note?: string
  /** Shown, but not visited. */
  skipped?: boolean
}

export interface WizardProps {
  title: string
  facts?: ReactNode
  steps: readonly WizardStep[]
  /** The step on screen, from 0. */
  current: number
  /** One line below the step's name. */
  lead?: ReactNode
  /** The last button's verb: Create. */
  finish: string
  pending?: boolean
  onPrevious: () => void
  onNext: () => void
  /** Closing asks first. */
  unsaved: boolean
  onClose: () => void
  /** Beside the form, such as a phone. */
  aside?: ReactNode
  children: ReactNode
}

/** The nearest step in that direction that is not skipped. */
export function neighbourStep(steps: readonly WizardStep[], current: number, by: 1 | -1): number {
  let next = current + by
  while (steps[next]?.skipped) next += by
  return next >= 0 && next < steps.length ? next : current
}

function Rail({ steps, current }: { steps: readonly WizardStep[]; current: number }) {
  const { t } = useI18n()
  return (
    <ol className={classes.rail} aria-label={t('ui.wizard.steps')}>
      {steps.map((step, index) => {
        const state = step.skipped ? 'skipped' : index < current ? 'done' : index === current ? 'now' : 'next'
        return (
          <li
            key={step.title}
            className={`${classes.step} ${state === 'next' ? '' : classes[state]}`}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden="true">
              {state === 'done' ? (
                <IconCheck size={16} />
              ) : state === 'skipped' ? (
                <IconMinus size={16} />
              ) : (
                index + 1
              )}
            </span>
            <span className={classes.words}>
              <span>{step.title}</span>
              {step.note ? <small>{step.note}</small> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Beside the form where there is room; on a phone a sheet that a button opens. */
function Aside({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const [open, sheet] = useDisclosure(false)
  if (!useIsPhone()) return <aside className={classes.aside}>{children}</aside>
  return (
    <div className={classes.preview}>
      <Button fullWidth icon={<IconDeviceMobile size={18} stroke={1.75} />} onClick={sheet.open}>
        {t('ui.wizard.preview')}
      </Button>
      <Drawer
        opened={open}
        onClose={sheet.close}
        position="bottom"
        size="92%"
        title={t('ui.wizard.preview')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        {children}
      </Drawer>
    </div>
  )
}

export function Wizard(props: WizardProps) {
  const { t } = useI18n()
  const { steps, current } = props
  const body = useRef<HTMLDivElement>(null)
  const last = neighbourStep(steps, current, 1) === current
  const next = steps[neighbourStep(steps, current, 1)]
  const position = { step: current + 1, all: steps.length }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes
  useEffect(() => {
    body.current?.focus({ preventScroll: true })
    // The form scrolls beside the rail, the whole overlay on a phone.
    for (let box: Element | null = body.current; box; box = box.parentElement) box.scrollTo(0, 0)
  }, [current])
  return (
    <Overlay
      size="full"
      title={props.title}
      facts={props.facts}
      unsaved={props.unsaved}
      onClose={props.onClose}
      foot={
        <>
          <span className={classes.progress} aria-hidden="true">
            {steps.map((step, index) => (
              <i
                key={step.title}
                data-state={index < current ? 'done' : index === current ? 'now' : 'next'}
              />
            ))}
          </span>
          {neighbourStep(steps, current, -1) === current ? null : (
            <Button onClick={props.onPrevious}>{t('ui.wizard.previous')}</Button>
          )}
          <Button
            kind="primary"
            pending={props.pending ?? false}
            iconEnd={last ? undefined : <IconArrowRight size={18} stroke={1.75} />}
            onClick={props.onNext}
          >
            {last ? props.finish : t('ui.wizard.next', { title: next?.title ?? '' })}
          </Button>
        </>
      }
    >
      <div className={classes.wizard}>
        <Rail steps={steps} current={current} />
        <div className={classes.form} ref={body} tabIndex={-1}>
          <p className={shared.quiet}>{t('ui.wizard.step', position)}</p>
          <h3 className={classes.title}>{steps[current]?.title}</h3>
          {props.lead ? <p className={shared.quiet}>{props.lead}</p> : null}
          <div className={classes.fields}>{props.children}</div>
        </div>
        {props.aside ? <Aside>{props.aside}</Aside> : null}
      </div>
    </Overlay>
  )
}
