import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import iconButtonClasses from '../controls/icon-button.module.css'
import type { DropMenuProps, MenuOption } from './drop-menu.tsx'

function Option({ option }: { option: MenuOption }) {
  const { label, to, href, onClick, checked } = option
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to}>
        {label}
      </Menu.Item>
    )
  }
  if (href !== undefined) {
    return (
      <Menu.Item component="a" href={href}>
        {label}
      </Menu.Item>
    )
  }
  const choice = checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked }
  return (
    <Menu.Item
      {...choice}
      rightSection={checked ? <IconCheck size={16} aria-hidden="true" /> : null}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  )
}

/** Opens when it is mounted, because a click on the button loaded it. */
export function LoadedMenu({ label, icon, small, width, options }: DropMenuProps) {
  return (
    <Menu defaultOpened position="bottom-end" width={width}>
      <Menu.Target>
        <button
          type="button"
          className={
            small
              ? `${iconButtonClasses.iconButton} ${iconButtonClasses.iconButtonSmall}`
              : iconButtonClasses.iconButton
          }
          aria-label={label}
        >
          {icon}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Fragment key={option.label}>
            {option.apart ? <Menu.Divider /> : null}
            <Option option={option} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
