import { createElement, type ReactNode } from 'react'

/** What only makes sense beside demo data; a server without it leaves the element out of the page it sends. */
export function DemoOnly({ children }: { children: ReactNode }) {
  return createElement('demo-only', null, children)
}
