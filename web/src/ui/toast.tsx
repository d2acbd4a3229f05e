import { notifications } from '@mantine/notifications'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { limits } from '@voltline/contract'

/** Says that something worked, and goes by itself. */
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

export const useToast = () => showToast
