import { Icon, type IconName } from '../drawings/icon.tsx'
import classes from './feature-grid.module.css'

export interface Feature {
  title: string
  text: string
}

interface FeatureGridProps {
  features: readonly Feature[]
  /** One for each feature, in the same order. */
  icons: readonly IconName[]
}

export function FeatureGrid({ features, icons }: FeatureGridProps) {
  return (
    <ul className={classes.features}>
      {features.map((feature, index) => (
        <li key={feature.title}>
          <span className={classes.icon}>
            <Icon name={icons[index] ?? 'check'} size={22} />
          </span>
          <h3>{feature.title}</h3>
          <p>{feature.text}</p>
        </li>
      ))}
    </ul>
  )
}
