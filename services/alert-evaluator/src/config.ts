import { DEFAULT_THRESHOLD_MINUTES, thresholdMinutes } from '@walkon/contracts/values'
import { storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'

export const settings = storeSettings.extend({
  /** The same recipient is not alerted again for the same ride within this time. */
  ALERT_COOLDOWN_MINUTES: z.coerce.number().positive().default(60),
  /** The threshold of a ride for which the visitor chose none. */
  DEFAULT_THRESHOLD_MINUTES: z.coerce.number().pipe(thresholdMinutes).default(DEFAULT_THRESHOLD_MINUTES),
  /** Open the manage links that mails carry. */
  TOKEN_KEYS: tokenKeys,
})

export type Settings = z.output<typeof settings>
