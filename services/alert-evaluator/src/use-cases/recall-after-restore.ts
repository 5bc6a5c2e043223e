import { alertTriggered } from '@walkon/contracts/events/alerts'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import { recallAlerts } from '../db/lost-alerts.ts'

/** Each alert that went to the log is on record again with its cooldown, so that a ride which is still short alerts nobody twice. */
export const recallAfterRestore: AfterRestore<typeof alertTriggered> = {
  definitions: [alertTriggered],
  async recall(tx, events) {
    const recorded = await recallAlerts(tx, events)
    return [`${recorded} alerts that were made since are on record again, with their cooldowns`]
  },
}
