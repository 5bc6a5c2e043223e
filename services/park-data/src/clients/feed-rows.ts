import { feedId } from '@walkon/contracts/values'
import { z } from 'zod'
import type { PlaceKind } from '../domain/catalogue.ts'
import { toTypographic } from '../domain/display-names.ts'
import { unusable } from './feed-failure.ts'

/** Lists of the feed's answers, read row by row. */

/** Called for each dropped row. */
export type OnDropped = (row: string, problem: string) => void

export const rowId = z.pipe(
  feedId,
  z.transform((value) => value.toLowerCase()),
)
export const rowName = z.string().trim().min(1).transform(toTypographic)

export const PLACE_TYPES: Record<PlaceKind, string> = { restaurant: 'RESTAURANT', show: 'SHOW' }

/** Checked before parsing: parks and hotels have rows too. */
export const isOfType = (entityType: string) => (row: unknown) =>
  typeof row === 'object' && row !== null && 'entityType' in row && row.entityType === entityType
export const isAttraction = isOfType('ATTRACTION')

export function listIn(body: unknown, key: string): unknown[] {
  const list = z.looseObject({}).safeParse(body).data?.[key]
  if (!Array.isArray(list)) throw unusable(`The answer has no ${key}`)
  return list
}

export function readRows<Row>(rows: unknown[], schema: z.ZodType<Row>, onDropped: OnDropped): Row[] {
  return rows.flatMap((row, index) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return [parsed.data]
    const named = z.object({ id: z.coerce.string() }).safeParse(row)
    onDropped(named.success ? named.data.id.slice(0, 64) : `row ${index}`, z.prettifyError(parsed.error))
    return []
  })
}

export function distinct<Row extends { id: string }>(rows: Row[], onDropped: OnDropped): Row[] {
  const byId = new Map<string, Row>()
  for (const row of rows) {
    if (byId.has(row.id)) onDropped(row.id, 'listed twice')
    else byId.set(row.id, row)
  }
  return [...byId.values()]
}
