/** Observations are partitioned by UTC day. */

const DAY_MS = 86_400_000
const DAYS_AHEAD = 3

/** The days, `yyyy-mm-dd`, that have a partition ahead of time. An observation without a partition fails its whole poll. */
export function daysToKeepReady(now: Date): string[] {
  return Array.from({ length: DAYS_AHEAD + 2 }, (_, index) => toUtcDay(now, index - 1))
}

/** A ride breaks down once a day or once a week: a quarter of a year tells how long it takes. */
export const BREAKDOWN_DAYS = 91

/** The oldest day that is kept. */
export const oldestDay = (retentionDays: number, now: Date): string => toUtcDay(now, -retentionDays)

export const dayAfter = (day: string): string => toUtcDay(new Date(day), 1)

const toUtcDay = (now: Date, offset: number) =>
  new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
