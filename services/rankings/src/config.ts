import { adminActionDays } from '@walkon/runtime/admin-actions'
import { retentionDays } from '@walkon/runtime/purge-daily'
import { storeSettings } from '@walkon/service/config'
import { z } from 'zod'

const count = z.coerce.number().int().min(1)

export const settings = storeSettings.extend({
  /** Ratings that an account saves in an hour. */
  RATINGS_PER_ACCOUNT: count.default(120),
  /** Reports of reviews that an account sends in an hour. */
  REPORTS_PER_ACCOUNT: count.default(20),
  /** Suggestions of an account that wait for a moderator at once. */
  OPEN_REQUESTS_PER_ACCOUNT: count.default(5),
  /** A request or a report is deleted so many days after a moderator has decided it. */
  DECISION_RETENTION_DAYS: retentionDays.default(730),
  /** Acts of admins and moderators are deleted after so many days. */
  ADMIN_ACTION_RETENTION_DAYS: adminActionDays,
})

export type Settings = z.output<typeof settings>
