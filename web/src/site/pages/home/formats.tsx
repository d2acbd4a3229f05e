import { Chip, Chips } from '../../components/chip.tsx'
import grid from '../../components/grid.module.css'
import surface from '../../components/surface.module.css'
import type { HomeWords } from '../../content/home.ts'
import { Phone } from '../../drawings/phone.tsx'
import { Heading, Section } from '../../layout/section.tsx'
import classes from './formats.module.css'

export function Formats({ words }: { words: HomeWords['formats'] }) {
  const formats = [
    { format: 'banner', text: words.banner, prices: ['CPM', 'nCPI', 'nCPA'] },
    { format: 'interstitial', text: words.interstitial, prices: ['CPC', 'nCPI', 'nCPA'] },
    { format: 'video', text: words.video, prices: ['CPV', 'nCPI', 'nCPA'] },
  ] as const
  return (
    <Section>
      <Heading title={words.heading} lead={words.lead} />
      <ul className={grid.three}>
        {formats.map(({ format, text: [name, about], prices }) => (
          <li key={format} className={`${surface.card} ${classes.format}`}>
            <Phone format={format} label={words.ad} />
            <div>
              <h3>{name}</h3>
              <p>{about}</p>
              <Chips className={classes.prices}>
                {prices.map((price) => (
                  <Chip key={price}>{price}</Chip>
                ))}
              </Chips>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
