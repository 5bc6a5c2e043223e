import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { check, type CheckBuilder, type PgColumn } from 'drizzle-orm/pg-core'

/**
 * A CHECK for each of these columns that is declared as `text({ enum })`: `(table) => [...enumChecks(table)]`. The database then refuses
 * a value that the code does not know, also from a statement that is written by hand.
 */
export function enumChecks(columns: Record<string, PgColumn>): CheckBuilder[] {
  return Object.entries(columns).flatMap(([key, { table }]) => {
    // A column of a table's extra configuration knows no values; the table's own does.
    const column = getTableColumns(table)[key]
    if (!column?.enumValues) return []
    const values = column.enumValues.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
    return [check(`${getTableName(table)}_${toSnakeCase(key)}`, sql`${column} in (${sql.raw(values)})`)]
  })
}

/** The values of an enumeration of the contracts, as `text({ enum })` takes them. */
export function valuesOf<Value extends string>({ options }: { options: Value[] }): [Value, ...Value[]] {
  const [first, ...others] = options
  if (first === undefined) throw new Error('An enumeration has values')
  return [first, ...others]
}
