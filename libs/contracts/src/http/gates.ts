import { z } from 'zod/mini'
import { instant } from '../values.ts'

/** Features that are announced before they open (companion, section 2). */
export const gatedFeature = z.enum(['lightning-lane', 'restaurant-alerts'])
export type GatedFeature = z.output<typeof gatedFeature>

/** `GET /api/planner/gates` */
export const gateList = z.object({
  gates: z.array(
    z.object({
      feature: gatedFeature,
      /** An open feature is everybody's; a closed one is shown to who has a key. */
      isOpen: z.boolean(),
      /** When the feature is expected, as "Q2 2025"; null shows nothing. */
      launchNote: z.nullable(z.string()),
    }),
  ),
})

/** `POST /api/planner/gates/keys` */
export const newGateKey = z.object({ password: z.string().check(z.minLength(1), z.maxLength(200)) })

/** Opens every gate until it ends: sent as the header `GATE_KEY_HEADER`. */
export const gateKey = z.object({ key: z.string(), expiresAt: instant })
export type GateKey = z.output<typeof gateKey>

export const GATE_KEY_HEADER = 'x-gate-key'
