import { z } from 'zod/mini'
import { feedId, instant } from '../values.ts'

/** When a visitor wants no alerts at all. Part of alert-evaluator's API, under `/api/alerts`. */

/** A time of the park's clock, `hh:mm`. */
export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Each day from one time of the park's clock until another, which is of the next day where it is the earlier one. */
export const quietHours = z
  .object({ from: clockTime, until: clockTime })
  .check(z.refine(({ from, until }) => from !== until, 'Quiet hours end when they begin'))
export type QuietHours = z.output<typeof quietHours>

/** `GET /api/alerts/preferences` */
export const alertPreferences = z.object({
  /** Applied in each park's own time zone; null unless set. */
  quietHours: z.nullable(quietHours),
  /** The parks whose alerts are paused, and until when: 4 am, when the park's next day begins. Empty without a pause. */
  pausedParks: z.array(
    z.object({ parkId: feedId, parkName: z.string(), timezone: z.string(), pausedUntil: instant }),
  ),
})
export type AlertPreferences = z.output<typeof alertPreferences>

/** `PUT /api/alerts/preferences` */
export const newAlertPreferences = z.object({ quietHours: z.nullable(quietHours) })
