import { z } from 'zod/mini'

/** How many rides `alerts-today` names. */
export const COUNTED_RIDES = 8
/** The zone whose day counts: that of most parks. */
export const COUNTING_TIMEZONE = 'America/New_York'

/** `GET /api/notifications/alerts-today`: alerts that a provider has taken since midnight, and the rides with the most of them. */
export const alertsToday = z.object({
  alerts: z.int(),
  rides: z.array(z.object({ rideName: z.string(), alerts: z.int() })),
})
export type AlertsToday = z.output<typeof alertsToday>
