import type { ReactNode } from 'react'
import classes from './tiles.module.css'

export interface Tile {
  key: string
  label: string
  figure: ReactNode
  /** The unit, small beside the figure. */
  unit?: string
  hint?: string
}

/** Figures side by side in one frame. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <dl className={classes.tiles} aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.key} className={classes.tile}>
          <dt>{tile.label}</dt>
          <dd>
            <span className={classes.figure}>{tile.figure}</span>
            {tile.unit ? <span className={classes.unit}>{tile.unit}</span> : null}
          </dd>
          {tile.hint ? <dd className={classes.hint}>{tile.hint}</dd> : null}
        </div>
      ))}
    </dl>
  )
}

/** Tiles above their chart, in one frame. */
export function TilesChart({ children }: { children: ReactNode }) {
  return <div className={classes.chart}>{children}</div>
}
