import { Notifications, notifications } from '@mantine/notifications'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { limits } from '@voltline/contract'
import classes from './toast-list.module.css'

export function addToast(message: string): void {
  notifications.show({
    message,
    position: 'bottom-center',
    autoClose: limits.toastMs,
    withCloseButton: false,
    icon: <IconCircleCheckFilled size={20} aria-hidden="true" />,
    classNames: {
      root: classes.toast,
      icon: classes.icon,
      body: classes.body,
      description: classes.description,
    },
    role: 'status',
  })
}

export const ToastList = () => <Notifications position="bottom-center" limit={3} />
