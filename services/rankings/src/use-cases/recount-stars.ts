import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import { lockItem } from '../db/items.ts'
import { listMiscounted, saveRecount } from '../db/star-counters.ts'

export type Recount = (signal: AbortSignal) => Promise<void>

/**
 * Compares the counters of all items with their ratings. A difference is a fault of ours: it is logged, counted in
 * `miscounted_items_total`, and mended while no rating of the item is being written.
 */
export function createRecount({ db, log, metrics }: { db: Database; log: Log; metrics: Metrics }): Recount {
  const miscounted = new Counter({
    name: 'miscounted_items_total',
    help: 'Items whose counters were not what their ratings say',
    registers: [metrics],
  })
  miscounted.inc(0)

  return async (signal) => {
    for (const itemId of await listMiscounted(db)) {
      signal.throwIfAborted()
      miscounted.inc()
      log.error({ itemId }, 'the counters of an item were wrong')
      await db.transaction(async (tx) => {
        if (await lockItem(tx, itemId)) await saveRecount(tx, itemId)
      })
    }
  }
}
