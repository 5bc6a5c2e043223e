import { scheduleDaily } from '@walkon/runtime/scheduled-jobs'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Recount } from '../use-cases/recount-stars.ts'

const DAY_MS = 86_400_000

/** Recounts stars once a day, in one replica. */
export const recountStarsDaily = ({ db, now }: { db: Database; now: () => Date }, recount: Recount): Job =>
  scheduleDaily(
    { db, now },
    {
      name: 'recount-stars',
      // Night in America, where most of the parks are.
      dailyAt: '09:00',
      timezone: 'UTC',
      makeUpWithinMs: DAY_MS,
      leaseMs: DAY_MS / 24,
      run: recount,
    },
  )
