type AsTableProps = { caption: string; columns: string[]; rows: { name: string; cells: string[] }[] }

/** The figures of a chart for who does not see it. */
export const AsTable = ({ caption, columns, rows }: AsTableProps) => (
  <details className="min-w-0">
    <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-14 text-action underline underline-offset-4 [&::-webkit-details-marker]:hidden">
      As a table
    </summary>
    {/* Wide tables scroll by themselves in large text, by keyboard too. */}
    <div role="group" aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-14">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1.5 pr-3 font-normal text-ink-2">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-3 font-normal">
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="py-1.5 pr-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
