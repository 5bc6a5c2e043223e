import { tablesTold } from '@walkon/contracts/events/planner'
import type { AfterRestore } from '@walkon/runtime/after-restore-command'
import { recallTellings } from '../../db/restaurants/lost-tellings.ts'

/** Records the tables that accounts were told of and that a restore has lost. A table that is still free, and is found anew, is told to none of them again. */
export const recallAfterRestore: AfterRestore<typeof tablesTold> = {
  definitions: [tablesTold],
  async recall(tx, events) {
    const recorded = await recallTellings(tx, events)
    return [`${recorded} letters about tables that were written since are on record again`]
  },
}
