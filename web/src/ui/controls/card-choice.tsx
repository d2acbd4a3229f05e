import type { ReactNode } from 'react'
import './card-choice.css'

export interface CardOption<V extends string> {
  value: V
  title: string
  text: string
  picture?: ReactNode
  /** Shown, cannot be chosen, and this is why. */
  disabledBecause?: string | undefined
}

/** One of a few, each with a picture or a sentence about it. */
export function CardChoice<V extends string>(props: {
  label: string
  value: V
  options: readonly CardOption<V>[]
  onChange: (value: V) => void
}) {
  return (
    <fieldset className="choices" aria-label={props.label}>
      {props.options.map((option) => (
        <label key={option.value} className="choice" data-off={option.disabledBecause ? true : undefined}>
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
            <span className="quiet">{option.text}</span>
            {option.disabledBecause ? (
              <span className="choice-off hint">{option.disabledBecause}</span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
