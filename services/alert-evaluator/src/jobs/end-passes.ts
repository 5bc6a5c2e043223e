import { passEnded } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { Job } from '@walkon/service/jobs'
import { takeEndedPasses } from '../db/passes.ts'
import { lockSubscriptionsPastWindow } from '../db/subscriptions.ts'
import { reschedule } from '../scheduling.ts'

const BATCH = 500

/** Moves subscriptions on when a window has ended, and says once of each pass that it is over. */
export function endPasses(db: Database): Job {
  return {
    name: 'end-passes',
    intervalMs: 15_000,
    run: async () => {
      const moved = await moveToNextWindow(db)
      const ended = await publishEndedPasses(db)
      return moved === BATCH || ended === BATCH
    },
  }
}

function moveToNextWindow(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const subscriptionIds = await lockSubscriptionsPastWindow(tx, BATCH)
    await reschedule(tx, subscriptionIds)
    return subscriptionIds.length
  })
}

function publishEndedPasses(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const passes = await takeEndedPasses(tx, BATCH)
    const events = passes.map((data) => ({ data, id: deriveId(data.passId, passEnded.type) }))
    await emit(tx, passEnded, events)
    return passes.length
  })
}
