import { z } from 'zod/mini'
import { named } from '../named.ts'
import { channel, feedId, instant, parkDate } from '../values.ts'

/** The figures of the room `/admin/system`: metrics of docs/operations.md, under their names. */
export const SYSTEM_FIGURES = [
  'dependency_up',
  'consumer_lag_seconds',
  'outbox_oldest_unpublished_age_seconds',
  'outbox_rejected',
  'dlq_messages_total',
  'database_pool_wait_seconds',
  'alerts_unaccounted',
  'letters_unaccounted',
  'newsletter_issues_unaccounted',
  'delivery_oldest_pending_seconds',
  'delivery_outcome_oldest_unpublished_seconds',
  'provider_configuration_errors_total',
  'provider_events_oldest_pending_seconds',
  'provider_events_set_aside',
  'address_checks_oldest_pending_seconds',
  'plan_text_months_spent',
  'texts_left_today',
  'payments_without_pass',
  'payments_unmatched',
  'payments_compared_age_seconds',
  'payment_inquiries',
  'passes_unaccounted',
  'plans_unaccounted',
  'assist_days_unaccounted',
  'passes_without_end',
  'refunds',
  'refund_oldest_unpaid_seconds',
  'guarantee_oldest_undecided_seconds',
  'guarantee_undecided_limit_seconds',
  'erased_plans_not_ended',
  'flight_searches_today',
  'flight_searches_per_day',
] as const
export type SystemFigureName = (typeof SYSTEM_FIGURES)[number]

export const systemFigure = z.object({
  name: z.enum(SYSTEM_FIGURES),
  /** The metric's labels, as `{ topic: 'identity.users' }`. */
  labels: named(z.string()),
  /** Null where it could not be read, because the database is away or hangs. */
  value: z.nullable(z.number()),
})
export type SystemFigure = z.output<typeof systemFigure>

/** `GET /system` of each service: of the process that answers. Counters count from its start. */
export const systemReport = z.object({
  startedAt: instant,
  readAt: instant,
  figures: z.array(systemFigure),
})
export type SystemReport = z.output<typeof systemReport>

/** `GET /api/parks/system/polls`: when the parks of a destination were last read; null before the first time. */
export const pollList = z.array(
  z.object({ destinationId: z.uuid(), name: z.string(), readAt: z.nullable(instant) }),
)
export type PolledDestination = z.output<typeof pollList>[number]

/**
 * `GET /api/billing/system/sold-days`: the passes that are held for each park's day, of the days ahead, the earliest and the fullest first.
 * Null without a limit.
 */
export const soldDays = z.object({
  dailyPassesPerPark: z.nullable(z.int()),
  days: z.array(z.object({ parkId: feedId, parkName: z.string(), date: parkDate, taken: z.int() })),
})
export type SoldDays = z.output<typeof soldDays>

/** `GET /api/notifications/system/sends`: `from` begins the day, which is that of who asks. */
export const sendQuery = z.object({ from: instant })

/** Messages that were made in each hour of a day, so that it has 24 entries. */
const sendsOfHours = z.array(
  z.object({
    /** Messages that a provider has taken. */
    accepted: z.int(),
    /** Messages that ended in another way. */
    failed: z.int(),
  }),
)

export const sendReport = z.object({
  day: sendsOfHours,
  weekBefore: sendsOfHours,
  /** Why messages of the day failed or were tried again, the most frequent reason first. */
  errors: z.array(z.object({ channel, code: z.string(), messages: z.int() })),
})
export type SendReport = z.output<typeof sendReport>
