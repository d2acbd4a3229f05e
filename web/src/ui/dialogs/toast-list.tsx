import { Notifications, notifications } from '@mantine/notifications'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { limits } from '@voltline/contract'

export function addToast(message: string): void {
  notifications.show({
    message,
    position: 'bottom-center',
    autoClose: limits.toastMs,
    withCloseButton: false,
    icon: <IconCircleCheckFilled size={20} aria-hidden="true" />,
    className: 'toast',
    role: 'status',
  })
}

export const ToastList = () => <Notifications position="bottom-center" limit={3} />
