import type { ReactNode } from 'react'

/** A phone around what is shown in it. */
export function PhoneFrame(props: { label: string; landscape?: boolean; children: ReactNode }) {
  return (
    <figure className={`phone${props.landscape ? ' phone-landscape' : ''}`} aria-label={props.label}>
      <span className="phone-island" aria-hidden="true" />
      <div className="phone-screen">{props.children}</div>
    </figure>
  )
}
