import { z } from 'zod'
import type { Store } from './store.ts'

const clock = String.raw`([01]\d|2[0-3]):[0-5]\d`

/** A table that can be reserved: on every day for a time alone, on one day for a date with a time. Both are in the restaurant's time. */
const pinnedTable = z.strictObject({
  time: z.string().regex(new RegExp(String.raw`^(\d{4}-\d\d-\d\dT)?${clock}$`)),
  partySize: z.int().min(1).max(50),
})
export const pinnedTables = z.array(pinnedTable).max(500)
type PinnedTable = z.output<typeof pinnedTable>

export type Table = { time: string; partySize: number }

export function saveTables(store: Store, restaurantId: string, tables: PinnedTable[]): void {
  store.sql('insert or replace into table_pins values (?, ?)').run(restaurantId, JSON.stringify(tables))
}

/** The simulation's tables again. */
export function deleteTables(store: Store, restaurantId: string): void {
  store.sql('delete from table_pins where restaurant_id = ?').run(restaurantId)
}

/** Null where nothing is pinned. */
export function findTables(store: Store, restaurantId: string, date: string): Table[] | null {
  const row = store.sql('select tables from table_pins where restaurant_id = ?').get(restaurantId)
  if (!row) return null
  const tables = pinnedTables.parse(JSON.parse(z.object({ tables: z.string() }).parse(row).tables))
  return tables.flatMap(({ time, partySize }) => {
    const [day, onDay] = time.split('T')
    if (onDay === undefined) return [{ time, partySize }]
    return day === date ? [{ time: onDay, partySize }] : []
  })
}

/** A question for the tables of a restaurant that was answered. */
const tableCheck = z.object({
  restaurantId: z.string(),
  date: z.string(),
  checkedAt: z.int().transform((ms) => new Date(ms)),
})
type TableCheck = z.output<typeof tableCheck>

/** The latest so many are kept. */
const KEPT_CHECKS = 10_000

export function insertCheck(store: Store, { restaurantId, date, checkedAt }: TableCheck): void {
  store
    .sql('insert into table_checks (restaurant_id, date, checked_at) values (?, ?, ?)')
    .run(restaurantId, date, checkedAt.getTime())
  store
    .sql('delete from table_checks where serial <= (select max(serial) from table_checks) - ?')
    .run(KEPT_CHECKS)
}

/** The newest first. */
export function listChecks(store: Store, since: Date): TableCheck[] {
  const rows = store
    .sql(
      `select restaurant_id as "restaurantId", date, checked_at as "checkedAt" from table_checks
      where checked_at >= ? order by serial desc`,
    )
    .all(since.getTime())
  return z.array(tableCheck).parse(rows)
}
