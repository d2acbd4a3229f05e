import { lazy, Suspense } from 'react'
import { observable, useObservable } from '../../browser/observable.ts'

const isUsed = observable(false)

// Mantine's notifications are loaded with the first toast.
const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))

/** Shows the toasts; the app mounts it once. */
export function Toasts() {
  if (!useObservable(isUsed)) return null
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  )
}

/** Reports a success; closes by itself. */
export function showToast(message: string): void {
  isUsed.set(true)
  void import('./toast-list.tsx').then(({ addToast }) => addToast(message))
}
