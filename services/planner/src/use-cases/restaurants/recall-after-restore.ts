import { tablesTold } from '@walkon/contracts/events/planner'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import { recallTellings } from '../../db/restaurants/lost-tellings.ts'

/** Records the letters about tables that a restore has lost, so that no visitor gets one for the same table again. */
export const recallAfterRestore: AfterRestore<typeof tablesTold> = {
  definitions: [tablesTold],
  async recall(tx, events) {
    const recorded = await recallTellings(tx, events)
    return [`${recorded} letters about tables that were written since are on record again`]
  },
}
