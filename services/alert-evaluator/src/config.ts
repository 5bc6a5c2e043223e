import { DEFAULT_THRESHOLD_MINUTES, thresholdMinutes } from '@walkon/contracts/values'
import { adminActionDays } from '@walkon/runtime/admin-actions'
import { retentionDays } from '@walkon/runtime/purge-daily'
import { storeSettings } from '@walkon/service/config'
import { tokenKeys } from '@walkon/service/sealed-tokens'
import { z } from 'zod'
import { COOLDOWN_MINUTES } from './domain/cooldown.ts'

export const settings = storeSettings.extend({
  /** The same recipient is not alerted again for the same ride within this time. */
  ALERT_COOLDOWN_MINUTES: z.coerce.number().positive().default(COOLDOWN_MINUTES),
  /** The threshold of a ride for which the visitor chose none. */
  DEFAULT_THRESHOLD_MINUTES: z.coerce.number().pipe(thresholdMinutes).default(DEFAULT_THRESHOLD_MINUTES),
  /** An alert that is accounted for is deleted so many days after it was made. */
  ALERT_RETENTION_DAYS: retentionDays.default(30),
  /** A pass is deleted so many days after its end, and with a visitor's last pass of a park their choice of rides. */
  PASS_RETENTION_DAYS: retentionDays.default(90),
  /** A change of a visitor, and an interval in which a park was held back, is deleted so many days after it. */
  CHANGE_RETENTION_DAYS: retentionDays.default(35),
  /** Acts of staff are deleted after so many days. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
  /** Open the manage links that mails carry. */
  TOKEN_KEYS: tokenKeys,
})

export type Settings = z.output<typeof settings>
