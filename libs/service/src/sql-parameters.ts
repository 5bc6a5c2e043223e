import { sql, type SQL } from 'drizzle-orm'

/** Parameters of raw statements. A set is one parameter, which PostgreSQL plans and reads faster than a placeholder for each value. */

export const uuids = (ids: string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** Rows for `jsonb_to_recordset`, texts for `jsonb_array_elements_text`, or an object for a jsonb column. */
export const asJsonb = (value: object): SQL => sql`${JSON.stringify(value)}::text::jsonb`

export const instantOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
