import type { ReactNode } from 'react'
import classes from './card-choice.module.css'

export interface CardOption<V extends string> {
  value: V
  title: string
  text: string
  picture?: ReactNode
  /** Why it is shown but cannot be chosen. */
  disabledBecause?: string | undefined
}

/** A choice of a few options, each with a picture or a sentence. */
export function CardChoice<V extends string>(props: {
  label: string
  value: V
  options: readonly CardOption<V>[]
  onChange: (value: V) => void
}) {
  return (
    <fieldset className={classes.choices} aria-label={props.label}>
      {props.options.map((option) => (
        <label
          key={option.value}
          className={classes.choice}
          data-off={option.disabledBecause ? true : undefined}
        >
          <input
            type="radio"
            name={props.label}
            checked={props.value === option.value}
            disabled={option.disabledBecause !== undefined}
            onChange={() => props.onChange(option.value)}
          />
          {option.picture}
          <span>
            <b>{option.title}</b>
            <br />
            <span className={classes.text}>{option.text}</span>
            {option.disabledBecause ? <span className={classes.off}>{option.disabledBecause}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
