import { notifications } from '@mantine/notifications'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { limits } from '@voltline/contract'

/** Reports a success; closes by itself. */
export function showToast(message: string): void {
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
