import { useMediaQuery } from '@mantine/hooks'
import { breakpoints } from '@voltline/contract'
import { createContext, type ReactNode } from 'react'

/** What rows below a row need to know of the table around them. */
interface TableShape {
  columns: readonly ShapeColumn[]
  phone: boolean
}

export interface ShapeColumn {
  key: string
  head: ReactNode
  align?: 'left' | 'right'
  name?: boolean
  card?: string
}

export const TableShape = createContext<TableShape>({ columns: [], phone: false })

export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${breakpoints.mobile}px)`, undefined, { getInitialValueInEffect: false })
