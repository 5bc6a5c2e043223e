import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { LANE_READINGS_CHANNEL, listLastReadings } from '../db/lanes/lane-readings.ts'
import type { LaneStreams } from '../http/lane-streams.ts'

/** Readings that another process has stored are told so late at the most. */
const INTERVAL_MS = 2_000

/** Tells the viewers of this process which parks were read since its last turn. */
export function tellLaneReadings({ db, streams }: { db: Database; streams: LaneStreams }): Job {
  let told = new Map<string, number>()
  return {
    name: 'tell-lane-readings',
    intervalMs: INTERVAL_MS,
    wakeOn: LANE_READINGS_CHANNEL,
    run: async () => {
      if (!streams.hasViewers()) return
      const last = await listLastReadings(db)
      const parkIds = [...last].flatMap(([parkId, readAt]) => (told.get(parkId) === readAt ? [] : [parkId]))
      told = last
      if (parkIds.length > 0) streams.tell(parkIds)
    },
  }
}
