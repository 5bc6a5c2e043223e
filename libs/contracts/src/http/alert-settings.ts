import { z } from 'zod/mini'

/** `GET /api/alerts/settings`. In a file of its own: the home page reads it, and nothing else of alert-evaluator's API. */
export const alertSettings = z.object({
  /** The limit of a ride until a visitor sets another. */
  defaultThresholdMinutes: z.int(),
  /** How long a ride is quiet after an alert. */
  alertCooldownMinutes: z.number(),
})
export type AlertSettings = z.output<typeof alertSettings>
