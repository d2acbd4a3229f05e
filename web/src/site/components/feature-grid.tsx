import { Icon, type IconName } from './icon.tsx'

export interface Feature {
  title: string
  text: string
}

/** Short facts side by side, each with the icon of its place in the list. */
export function FeatureGrid({
  features,
  icons,
}: {
  features: readonly Feature[]
  icons: readonly IconName[]
}) {
  return (
    <ul className="three-cards features">
      {features.map((feature, place) => (
        <li key={feature.title}>
          <span className="icon-tile">
            <Icon name={icons[place] ?? 'check'} size={22} />
          </span>
          <h3>{feature.title}</h3>
          <p>{feature.text}</p>
        </li>
      ))}
    </ul>
  )
}
