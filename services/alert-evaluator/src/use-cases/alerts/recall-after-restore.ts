import { alertTriggered, doneForTodayPredicted } from '@walkon/contracts/events/alerts'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import { recallAlerts } from '../../db/alerts/lost-alerts.ts'

/** Records the alerts of the event log that a restore has lost, with their cooldowns. No visitor is alerted again of a ride that is still short, or still down. */
export const recallAfterRestore: AfterRestore<typeof alertTriggered | typeof doneForTodayPredicted> = {
  definitions: [alertTriggered, doneForTodayPredicted],
  async recall(tx, events) {
    const recorded = await recallAlerts(tx, events)
    return [`${recorded} alerts that were made since are on record again, with their cooldowns`]
  },
}
