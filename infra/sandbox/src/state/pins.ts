import { z } from 'zod'
import type { Store } from './store.ts'

const LIVE_STATUSES = ['OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT'] as const

export const pinnedValues = z.strictObject({
  status: z.enum(LIVE_STATUSES).optional(),
  waitMinutes: z.int().min(0).max(500).nullable().optional(),
  /** In the feed's own words, by kind: `{"RETURN_TIME": {"state": "FINISHED", "returnStart": null, "returnEnd": null}}`. Null takes a queue away. */
  queues: z.record(z.string().max(60), z.record(z.string(), z.json()).nullable()).optional(),
  /** The offer of a restaurant by party size; an empty list is none. */
  tables: z
    .array(
      z.strictObject({ partySize: z.int().min(1).max(50), waitTime: z.int().min(0).max(500).nullable() }),
    )
    .optional(),
})
type PinnedValues = z.output<typeof pinnedValues>

export type Pin = PinnedValues & { rideId: string; changedAt: Date; isReleased: boolean }

const besideWait = pinnedValues.pick({ queues: true, tables: true })

const pinRow = z
  .object({
    ride_id: z.string(),
    status: z.enum(LIVE_STATUSES).nullable(),
    wait_minutes: z.int().nullable(),
    has_wait: z.int(),
    changed_at: z.int(),
    is_released: z.int(),
    beside: z.string().nullable(),
  })
  .transform(
    (row): Pin => ({
      rideId: row.ride_id,
      ...(row.status && { status: row.status }),
      ...(row.has_wait === 1 && { waitMinutes: row.wait_minutes }),
      ...(row.beside !== null && besideWait.parse(JSON.parse(row.beside))),
      changedAt: new Date(row.changed_at),
      isReleased: row.is_released === 1,
    }),
  )

export function savePin(store: Store, rideId: string, values: PinnedValues, now: Date): void {
  const { status, waitMinutes, queues, tables } = values
  const hasWait = waitMinutes !== undefined
  store.transaction(() => {
    store
      .sql('insert or replace into pins values (?, ?, ?, ?, ?, 0)')
      .run(rideId, status ?? null, waitMinutes ?? null, hasWait ? 1 : 0, now.getTime())
    store.sql('delete from queue_pins where ride_id = ?').run(rideId)
    if (queues || tables)
      store.sql('insert into queue_pins values (?, ?)').run(rideId, JSON.stringify({ queues, tables }))
  })
}

/** Kept as released: from then on the ride shows the simulation again, changed at this moment. */
export function releasePin(store: Store, rideId: string, now: Date): boolean {
  const released = store
    .sql('update pins set is_released = 1, changed_at = ? where ride_id = ? and is_released = 0')
    .run(now.getTime(), rideId)
  return released.changes === 1
}

export function pinsByRide(store: Store): Map<string, Pin> {
  const pins = z
    .array(pinRow)
    .parse(store.sql('select pins.*, beside from pins left join queue_pins using (ride_id)').all())
  return new Map(pins.map((pin) => [pin.rideId, pin]))
}
