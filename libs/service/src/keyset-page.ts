import type { Page } from '@walkon/contracts/http/page'
import { asc, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { AppError } from './errors.ts'

/**
 * Pages by keyset: a cursor is the sort key of the last item. Rows inserted or deleted between two requests neither repeat an item nor skip
 * one, and every page costs the same. An index on the columns serves it.
 *
 *   const newest = keysetOf([items.createdAt, items.id], 'desc')
 *   const rows = await db.select({ ...columns, key: newest.key }).from(items)
 *     .where(newest.after(cursor)).orderBy(...newest.orderBy).limit(limit + 1)
 *   return newest.toPage(rows, limit)
 *
 * Throws for columns that cannot be a sort key. Together they must be unique.
 */
export function keysetOf(columns: PgColumn[], direction: 'asc' | 'desc') {
  const values = columns.map(toValue)
  const cursorShape = z.tuple(values.map(({ shape }) => shape) as [z.ZodType])
  const sortKey = list(columns.map((column) => sql`${column}`))

  return {
    /** A column to select with each row. Made by PostgreSQL: a `Date` would lose the microseconds, and rows with them. */
    key: sql<string>`json_build_array${sortKey}::text`,
    orderBy: columns.map((column) => (direction === 'asc' ? asc(column) : desc(column))),

    /** Selects the rows after the cursor. Throws a 400 if it is no cursor of this list. */
    after(cursor: string | undefined): SQL | undefined {
      if (cursor === undefined) return undefined
      const parsed = cursorShape.safeParse(readCursor(cursor))
      if (!parsed.success) throw new AppError('invalid-request', 'cursor: is none of this list')
      const given = parsed.data.map((value, index) => sql`${value}::${sql.raw(values[index]?.type ?? '')}`)
      return sql`${sortKey} ${sql.raw(direction === 'asc' ? '>' : '<')} ${list(given)}`
    },

    /** Makes a page of up to `limit + 1` rows: the row too many says that there is another page. */
    toPage<Row extends { key: string }>(rows: Row[], limit: number): Page<Omit<Row, 'key'>> {
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit).map(withoutKey),
        next: last ? Buffer.from(last.key).toString('base64url') : null,
      }
    },
  }
}

const list = (parts: SQL[]) => sql`(${sql.join(parts, sql`, `)})`

function withoutKey<Row extends { key: string }>(row: Row): Omit<Row, 'key'> {
  const { key: _, ...item } = row
  return item
}

/** The values that a cursor may hold for a column of a type, so that PostgreSQL is given nothing that it cannot read. */
const SHAPES: Record<string, z.ZodType> = {
  uuid: z.guid(),
  integer: z.int32(),
  text: z.string().refine((text) => text.isWellFormed() && !text.includes('\0')),
  'timestamp with time zone': z.iso
    .datetime({ offset: true })
    .refine((text) => !text.startsWith('0000') && /(Z|[+-](0\d|1[0-4]):\d\d)$/.test(text)),
}

function toValue(column: PgColumn): { type: string; shape: z.ZodType } {
  const type = column.getSQLType()
  const shape = SHAPES[type]
  if (!shape || !column.notNull) throw new Error(`${column.name} (${type}) cannot be part of a sort key`)
  return { type, shape }
}

function readCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
