interface FactTableProps {
  columns: readonly [string, string]
  rows: readonly (readonly [string, string])[]
  /** The first column holds names to type. */
  code?: boolean
}

export function FactTable({ columns, rows, code = false }: FactTableProps) {
  return (
    <div className="table-frame">
      <table className="fact-table">
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
          {rows.map(([name, fact]) => (
            <tr key={name}>
              <th scope="row">{code ? <code>{name}</code> : name}</th>
              <td>{fact}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
