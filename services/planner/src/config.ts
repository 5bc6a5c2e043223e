import { retentionDays } from '@walkon/runtime/purge-daily'
import { storeSettings } from '@walkon/service/config'

export const settings = storeSettings.extend({
  /** What an admin or a moderator did is deleted so many days after it. */
  ADMIN_ACTION_RETENTION_DAYS: retentionDays.default(730),
})
