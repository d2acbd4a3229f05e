import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react'
import shared from '../theme/shared.module.css'

/** A mobile system by its mark and its name. */
export function Platform({ android, name }: { android: boolean; name: string }) {
  const Icon = android ? IconBrandAndroid : IconBrandApple
  return (
    <span className={`${shared.row} ${shared.nowrap}`}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {name}
    </span>
  )
}
