import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'

/** The enumerated columns of a service's schema, each as `table_column`, the name of its CHECK, with its values. */
export const enumerationsOf = (schema: Record<string, unknown>): Map<string, readonly string[]> =>
  new Map(
    Object.values(schema)
      .filter((value) => is(value, PgTable))
      .flatMap((table) =>
        Object.entries(getTableColumns(table)).flatMap(([key, { enumValues }]) =>
          enumValues ? [[`${getTableName(table)}_${toSnakeCase(key)}`, enumValues] as const] : [],
        ),
      ),
  )
