import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Counter, Gauge } from 'prom-client'
import { findOldestCheckSeconds } from '../db/suppressions/address-checks.ts'
import type { CheckCause, CheckOutcome } from '../domain/suppressed-address.ts'

export type CheckMetrics = ReturnType<typeof createCheckMetrics>

/** `unconfirmed` counts what our webhook was told and Postmark does not bear out: forged, unless its lists lag for minutes. */
export function createCheckMetrics(db: Database, registry: Metrics) {
  const settled = new Counter({
    name: 'address_checks_total',
    help: 'Look-ups of addresses at Postmark by their cause and what came of them; unconfirmed: a webhook told what is not so',
    labelNames: ['cause', 'outcome'],
    registers: [registry],
  })
  const oldest: Gauge = new Gauge({
    name: 'address_checks_oldest_pending_seconds',
    help: 'Age of the oldest look-up of an address that Postmark has not answered',
    registers: [registry],
    collect: async () => oldest.set(await findOldestCheckSeconds(db)),
  })
  return {
    /** Counts an outcome; call it after the commit. */
    count: (cause: CheckCause, outcome: CheckOutcome) => settled.inc({ cause, outcome }),
  }
}
