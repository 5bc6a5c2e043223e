import { z } from 'zod/mini'
import { feedId, instant, parkDate } from '../values.ts'

/**
 * Anonymous counts of the last 30 days, for the page `/how-we-do`. So that no count is about one visitor, those under ten are null, and
 * shares and times of fewer than a hundred alerts are null.
 */

export const COUNTED_DAYS = 30
export const FEWEST_TOLD = 10
export const FEWEST_FOR_SHARES = 100

/** Days of all parks are counted by one clock, from 4 am to 4 am. */
export const COUNTING_TIMEZONE = 'America/New_York'

/** Null: fewer than ten. */
const count = z.nullable(z.int().check(z.minimum(FEWEST_TOLD)))
/** Of 0 to 1; null: too few to say. */
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))
const seconds = z.nullable(z.int().check(z.minimum(0)))

const counted = {
  /** The first and the last counted day; null until the first night. */
  firstDate: z.nullable(parkDate),
  lastDate: z.nullable(parkDate),
  countedAt: z.nullable(instant),
}

/** `GET /api/alerts/counts` */
export const alertCounts = z.object({
  ...counted,
  /** Alerts that a mail server, a carrier or a push service accepted. */
  alerts: count,
  /** From the park's post to the first acceptance, of alerts of a wait that had just been posted. */
  medianSeconds: seconds,
  /** 95 of 100 took at most so long. */
  p95Seconds: seconds,
  /** Of alerts by mail or text, those that arrived. Push services do not say. */
  deliveredShare: share,
  /** Of short waits that were read again ten minutes later, those still at or below the visitor's limit. */
  stillShortShare: share,
  /** Each counted day by itself, the newest first. */
  days: z.array(z.object({ date: parkDate, alerts: count, medianSeconds: seconds, p95Seconds: seconds })),
})
export type AlertCounts = z.output<typeof alertCounts>

/** `GET /api/billing/guarantees/counts` */
export const guaranteeCounts = z.object({
  ...counted,
  /** Paid passes that ended and met the guarantee, or did not. */
  kept: count,
  fellShort: count,
  /** Of those that fell short, the passes whose money is back. */
  paidBack: count,
})
export type GuaranteeCounts = z.output<typeof guaranteeCounts>

const outage = z.object({
  startsAt: instant,
  /** Null while it lasts. */
  endsAt: z.nullable(instant),
  /** The parks that it touched, by name. */
  parks: z.array(z.object({ parkId: feedId, name: z.string(), timezone: z.string() })),
})
export type Outage = z.output<typeof outage>

/** `GET /api/parks/outages`: no trusted reading of an open park for ten minutes and longer, newest first. Those that overlap are one. */
export const outageList = z.object({
  /** Since when outages are recorded, at most 30 days ago; null before the first trusted reading. */
  since: z.nullable(instant),
  outages: z.array(outage),
})
export type OutageList = z.output<typeof outageList>

/** `GET /api/how-we-do`: the three as one. A part is null while its service is away. */
export const howWeDo = z.object({
  alerts: z.nullable(alertCounts),
  guarantees: z.nullable(guaranteeCounts),
  outages: z.nullable(outageList),
})
export type HowWeDo = z.output<typeof howWeDo>

/** Of counted days, the newest first, those since the first one with anything to count. */
export const toToldDays = <Day>(days: Day[], hasAny: (day: Day) => boolean): Day[] =>
  days.slice(0, days.findLastIndex(hasAny) + 1)

/** Sums of the told days. */
export function sumOfDays<Day extends { date: string; countedAt: Date | null }>(
  days: Day[],
  hasAny: (day: Day) => boolean,
) {
  const told = toToldDays(days, hasAny)
  return {
    sum: (of: (day: Day) => number) => told.reduce((total, day) => total + of(day), 0),
    firstDate: told.at(-1)?.date ?? null,
    lastDate: told[0]?.date ?? null,
    countedAt: days[0]?.countedAt?.toISOString() ?? null,
  }
}

/** A count as it may be told. */
export const toToldCount = (value: number): number | null => (value < FEWEST_TOLD ? null : value)

/** A share as it may be told. */
export const toToldShare = (part: number, whole: number): number | null =>
  whole < FEWEST_FOR_SHARES ? null : part / whole

/** The address of the Atom feed of outages. */
export const OUTAGE_FEED = '/api/how-we-do/outages.atom'
