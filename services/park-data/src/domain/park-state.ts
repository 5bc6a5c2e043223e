import type { RideQueue } from '@walkon/contracts/ride-queue'
import type { RideStatus } from '@walkon/contracts/values'
import type { ParkReading } from './guards.ts'
import type { RideVote } from './park-open.ts'
import type { Forecast } from './live-row.ts'
import type { QueueKind } from './queue-kind.ts'
import type { Reopenings } from './reopenings.ts'
import type { WaitStep } from './wait-steps.ts'

/** The last known state of a ride. */
export type RideState = Reopenings & {
  rideId: string
  name: string
  /** The status of the last row; kept while the row is missing. */
  status: RideStatus
  /** The feed's own word for a status that we do not know. */
  rawStatus: string | null
  waitMinutes: number | null
  changedAt: Date | null
  queueKind: QueueKind
  /** True if it is a ride while it is not in refurbishment. */
  postsWaits: boolean
  /** True if the last answer had rows of the park, but none of this ride: no data. */
  isAbsent: boolean
  /** The previous wait, and when the present one was first read. */
  previousWaitMinutes: number | null
  waitSince: Date
  /** When a row of it was last seen, to within hours. */
  seenAt: Date
  today: WaitStep[]
  /** Beside standby, as the feed shows them; it shows them in a closed park too. */
  queues: RideQueue[]
  forecast: Forecast
}

/** A ride whose row is missing has no status. */
export const shownStatus = ({ isAbsent, status }: RideState): RideStatus => (isAbsent ? 'UNKNOWN' : status)

/** The last known state of a park. */
export type ParkState = ParkReading &
  RideVote & {
    parkId: string
    /** The park day that `today` of its rides is about; null before the first reading. */
    date: string | null
    /** When one of its rows last changed. */
    rowChangedAt: Date | null
    /** True if it was observed open on too few days to tell its rides by their posted waits. */
    isYoung: boolean
    rides: ReadonlyMap<string, RideState>
  }

export const unreadPark = (parkId: string): ParkState => ({
  parkId,
  date: null,
  readAt: null,
  wasEmpty: false,
  openByRidesAt: null,
  rowChangedAt: null,
  isYoung: true,
  rides: new Map(),
})
