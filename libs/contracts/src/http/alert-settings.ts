import { z } from 'zod/mini'

/** `GET /api/alerts/settings`. In a file of its own, because the home page reads nothing else of alert-evaluator's API. */
export const alertSettings = z.object({
  /** The limit of a watch until the visitor sets another. */
  defaultThresholdMinutes: z.int(),
  /** The cooldown: how long a watch makes no alert after one. */
  alertCooldownMinutes: z.number(),
})
export type AlertSettings = z.output<typeof alertSettings>
