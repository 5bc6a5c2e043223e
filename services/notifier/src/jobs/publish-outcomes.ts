import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { sleep } from '@walkon/service/sleep'
import { OUTCOMES_CHANNEL } from '../db/deliveries/unpublished-outcomes.ts'
import {
  publishOutcomes as publishNext,
  type OutcomeWaits,
} from '../use-cases/deliveries/publish-outcomes.ts'

/** An alert without an outcome is published again after three minutes, so they must come much earlier. */
const WAITS: OutcomeWaits = { quiet: 1, longest: 60 }

/** For the outcomes of a process that died. */
const POLL_MS = 15_000

export const publishOutcomes = (db: Database): Job => ({
  name: 'publish-outcomes',
  intervalMs: POLL_MS,
  wakeOn: OUTCOMES_CHANNEL,
  run: async (signal) => {
    const found = await publishNext(db, WAITS)
    if (found === 'waiting') await sleep(WAITS.quiet * 1_000, signal)
    return found !== 'none'
  },
})
