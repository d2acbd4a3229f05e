import { Tooltip } from '@mantine/core'

/** A module of its own, so that only this part of Mantine is loaded with the first tooltip. */
export const LoadedTooltip = Tooltip
