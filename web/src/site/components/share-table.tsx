import type { BenefitWords } from '../content/benefit.ts'

/** Tenths of a charge; all samples part without a remainder. */
const tenths = { publisher: 7, network: 2, user: 1 } as const

const amount = (won: number) => won.toLocaleString('en-US', { minimumFractionDigits: 2 })

export function ShareTable({ words }: { words: BenefitWords['shares'] }) {
  return (
    <div className="table-frame">
      <table className="share-table">
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
                {name} <span className="chip">{price}</span>
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
