import classes from './table.module.css'

interface DefinitionTableProps {
  columns: readonly [string, string]
  rows: readonly (readonly [string, string])[]
  /** The first column is code. */
  code?: boolean
}

export function DefinitionTable({ columns, rows, code = false }: DefinitionTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.definitions}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{code ? <code>{name}</code> : name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
