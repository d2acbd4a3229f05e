import classes from './figure-list.module.css'

/** Large figures, each above its label. */
export function FigureList({ figures }: { figures: readonly (readonly [label: string, figure: string])[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
