import { COUNTED_DAYS } from '@walkon/contracts/http/how-we-do'
import { countDaily } from '@walkon/runtime/count-daily'
import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { countGuaranteesOfDay, deleteGuaranteeDaysBefore } from '../db/guarantee/guarantee-days.ts'

/** A refund may arrive weeks after its pass has ended, so all days are counted again. */
export const countGuarantees = (deps: { db: Database; now: () => Date }): Job =>
  countDaily(deps, {
    name: 'count-guarantees',
    days: COUNTED_DAYS,
    countDay: (day, now) => countGuaranteesOfDay(deps.db, day, now),
    deleteBefore: (date) => deleteGuaranteeDaysBefore(deps.db, date),
  })
