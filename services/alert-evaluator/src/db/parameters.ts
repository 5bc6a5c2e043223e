import { sql, type SQL } from 'drizzle-orm'

/** A set of ids as one parameter. */
export const uuids = (ids: string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** Rows as one parameter, for `jsonb_to_recordset`. */
export const records = (rows: object[]): SQL => sql`${JSON.stringify(rows)}::text::jsonb`
