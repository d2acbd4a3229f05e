import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '../controls/button.tsx'
import classes from './pick-button.module.css'

/** A button that shows a choice and opens a panel to change it. `name` says what is chosen: "Date range: Last 7 days". */
export function PickButton(props: {
  name: string
  label: ReactNode
  icon: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      closeOnEscape
    >
      <Popover.Target>
        <button
          type="button"
          className={`${buttonClass({ kind: 'outline', children: null })} ${classes.button}`}
          aria-label={props.name}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((before) => !before)}
        >
          {props.icon}
          <span className={classes.label}>{props.label}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={props.name} className={classes.panel}>
        {props.children(() => setIsOpen(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

interface Option<V extends string> {
  value: V
  label: string
}

/** The choice as it is shown at once; the address that holds it follows a moment later. */
function useShown<T>(value: T, key: string): [T, (value: T) => void] {
  const [shown, setShown] = useState(value)
  const [last, setLast] = useState(key)
  if (last !== key) {
    setLast(key)
    setShown(value)
  }
  return [shown, setShown]
}

/** One of several; choosing closes the panel. */
export function PickOne<V extends string>(props: {
  label: string
  options: readonly Option<V>[]
  value: V
  onPick: (value: V) => void
}) {
  return (
    <div role="radiogroup" aria-label={props.label} className={classes.list}>
      {props.options.map((option) => (
        <label
          key={option.value}
          className={classes.option}
          data-on={option.value === props.value || undefined}
        >
          <input
            type="radio"
            name={props.label}
            checked={option.value === props.value}
            onChange={() => props.onPick(option.value)}
            onClick={() => option.value === props.value && props.onPick(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}

/** Any of several. */
export function PickMany<V extends string>(props: {
  label: string
  hint?: string
  /** How many can be chosen; the others are then off. */
  max?: number
  options: readonly Option<V>[]
  values: readonly V[]
  onPick: (values: V[]) => void
}) {
  const [shown, setShown] = useShown(props.values, props.values.join())
  const isFull = shown.length >= (props.max ?? props.options.length)
  return (
    <fieldset aria-label={props.label} className={classes.list}>
      {props.options.map(({ value, label }) => {
        const isOn = shown.includes(value)
        return (
          <label key={value} className={classes.option} data-on={isOn || undefined}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isFull && !isOn}
              onChange={() => {
                const next = isOn ? shown.filter((other) => other !== value) : [...shown, value]
                setShown(next)
                props.onPick(next)
              }}
            />
            {label}
          </label>
        )
      })}
      {props.hint ? <p className={classes.hint}>{props.hint}</p> : null}
    </fieldset>
  )
}
