import { lazy, type ReactNode, Suspense, useState } from 'react'
import iconButtonClasses from '../controls/icon-button.module.css'

export interface MenuOption {
  label: string
  /** A page of the consoles. */
  to?: string
  /** A page outside the consoles. */
  href?: string
  onClick?: () => void
  /** For a choice of one: whether this is the current one. */
  checked?: boolean
  /** Separated from the options above. */
  apart?: boolean
}

export interface DropMenuProps {
  label: string
  icon: ReactNode
  small?: boolean
  width: number
  options: readonly MenuOption[]
}

const LoadedMenu = lazy(async () => ({ default: (await import('./loaded-menu.tsx')).LoadedMenu }))

/** A button that opens a menu. Mantine's Menu is loaded with the first click. */
export function DropMenu(props: DropMenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <button
      type="button"
      className={
        props.small
          ? `${iconButtonClasses.iconButton} ${iconButtonClasses.iconButtonSmall}`
          : iconButtonClasses.iconButton
      }
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
    >
      {props.icon}
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <LoadedMenu {...props} />
    </Suspense>
  )
}
