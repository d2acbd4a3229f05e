import type { BenefitWords } from '../../content/benefit.ts'
import { Chip } from '../chip.tsx'
import classes from './table.module.css'

/** Tenths of a charge; every sample divides without a remainder. */
const tenths = { publisher: 7, network: 2, user: 1 } as const

const amount = (won: number) => won.toLocaleString('en-US', { minimumFractionDigits: 2 })

export function ShareTable({ words }: { words: BenefitWords['shares'] }) {
  return (
    <div className={classes.frame}>
      <table className={classes.shares}>
        <thead>
          <tr>
            {words.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {words.rows.map(([name, price, charged]) => (
            <tr key={name}>
              <th scope="row">
                {name} <Chip>{price}</Chip>
              </th>
              <td data-label={words.columns[1]}>{amount(Number(charged))}</td>
              <td data-label={words.columns[2]}>{amount((Number(charged) * tenths.publisher) / 10)}</td>
              <td data-label={words.columns[3]}>{amount((Number(charged) * tenths.network) / 10)}</td>
              <td data-label={words.columns[4]}>{amount((Number(charged) * tenths.user) / 10)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
