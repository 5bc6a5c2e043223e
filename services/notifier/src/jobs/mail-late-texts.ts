import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'
import { withdrawTextsOlderThan } from '../use-cases/deliveries/send-deliveries.ts'

const INTERVAL_MS = 5_000
const BATCH = 100

export type LateTextsOptions = { db: Database; metrics: DeliveryMetrics; afterSeconds: number }

/** For alerts by text while Twilio is slow, out of reach, or at its rate. */
export const mailLateTexts = ({ db, metrics, afterSeconds }: LateTextsOptions): Job => ({
  name: 'mail-late-texts',
  intervalMs: INTERVAL_MS,
  run: () =>
    withdrawTextsOlderThan(db, metrics, { seconds: afterSeconds, limit: BATCH, reason: 'text-late' }),
})
