import { demoOnlyTag } from '@voltline/contract'
import { createElement, type ReactNode } from 'react'

/** Content that only makes sense beside demo data. A server without demo data removes the element. */
export function DemoOnly({ children }: { children: ReactNode }) {
  return createElement(demoOnlyTag, null, children)
}
