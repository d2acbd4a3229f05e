import type { ReactNode } from 'react'
import './tiles.css'

export interface Tile {
  key: string
  label: string
  figure: ReactNode
  /** The unit, small beside the figure. */
  unit?: string
  hint?: string
}

/** Figures side by side under one edge. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly Tile[] }) {
  return (
    <dl className="card tiles" aria-label={label}>
      {tiles.map((tile) => (
        <div key={tile.key} className="tile">
          <dt>{tile.label}</dt>
          <dd>
            <span className="tile-figure">{tile.figure}</span>
            {tile.unit ? <span className="tile-unit">{tile.unit}</span> : null}
          </dd>
          {tile.hint ? <dd className="hint">{tile.hint}</dd> : null}
        </div>
      ))}
    </dl>
  )
}
