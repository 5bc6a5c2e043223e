import type { RideHistory } from '@walkon/contracts/http/ride-history'
import { clockTime, dayLabel, parkDateAt } from '../../lib/park-time.ts'

/** “Why did I get nothing at that time for that ride?” */
export type Question = {
  subscriptionId: string
  rideId: string
  rideName: string
  timezone: string
  /** The instant that the visitor asks about. */
  at: Date
  /** The ride's history on the park's day of that instant. */
  history: Pick<RideHistory, 'observations'>
  cooldownMinutes: number
}

export type Explanation = {
  /**
   * `failed`: an alert was made, and none of its messages arrived. `held`: the wait was short, and something kept the alert back. `uncovered`: it
   * was short, and no pass or plan covered the park. `unwatched`: the park was covered, and the visitor had not chosen the ride.
   */
  kind: 'sent' | 'failed' | 'not-short' | 'held' | 'uncovered' | 'unwatched' | 'unexplained'
  words: string
  /**
   * Set for `sent` and `failed`: the time at which the first message was sent or given up, as the time line says it. If no message is
   * kept, the time of the alert.
   */
  sentAt?: string
}

export const MINUTE_MS = 60_000
/** A visitor's clock, the feed's delay and the way of a message are this far apart at most. */
export const NEAR_MS = 5 * MINUTE_MS

/** From one instant to another, in milliseconds. */
export type Stretch = { from: number; until: number }

export type Observation = Question['history']['observations'][number]

/** The newest reading at an instant; the feed's delay is allowed for. */
export const readingAt = ({ history, at }: Question): Observation | undefined =>
  history.observations.findLast(({ observedAt }) => Date.parse(observedAt) <= at.getTime() + 2 * MINUTE_MS)

/** "2:10 pm", with the day where it is another one than that of the question. */
export function clockBeside({ at, timezone }: Pick<Question, 'at' | 'timezone'>) {
  return (instant: Date): string => {
    const day = parkDateAt(at, timezone)
    const date = parkDateAt(instant, timezone)
    const time = clockTime(instant, timezone)
    return date === day ? time : `${time} on ${dayLabel(date)}`
  }
}
