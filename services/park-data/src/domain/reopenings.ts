import type { RideStatus } from '@walkon/contracts/values'

/** Feeds flap: rides that go down and come back at each poll (decisions, section 3). */

export type Reopenings = {
  /** Polls in a row that have read the ride as DOWN, up to `ENOUGH_POLLS`. A poll without its row does not count. */
  downPolls: number
  /** When it ran again after being DOWN, of the last hour. */
  reopenedAt: Date[]
}

export const NEVER_REOPENED: Reopenings = { downPolls: 0, reopenedAt: [] }

const ENOUGH_POLLS = 2
const TOO_OFTEN = 3
const WITHIN_MS = 60 * 60_000

export function followReopenings(
  before: (Reopenings & { status: RideStatus }) | undefined,
  status: RideStatus,
  readAt: Date,
): Reopenings {
  const { downPolls, reopenedAt } = before ?? NEVER_REOPENED
  const recent = reopenedAt.filter((at) => readAt.getTime() - at.getTime() < WITHIN_MS)
  return {
    downPolls: status === 'DOWN' ? Math.min(downPolls + 1, ENOUGH_POLLS) : 0,
    reopenedAt: before?.status === 'DOWN' && status === 'OPERATING' ? [...recent, readAt] : recent,
  }
}

/** True if a ride that runs again was down too shortly, or runs again too often, for a visitor to be told. */
export const isFlap = (before: Reopenings, after: Reopenings): boolean =>
  before.downPolls < ENOUGH_POLLS || after.reopenedAt.length >= TOO_OFTEN

/** True if a ride reopened in the last `minutes`, but not for the third time within the hour. */
export const reopenedWithin = ({ reopenedAt }: Pick<Reopenings, 'reopenedAt'>, now: Date, minutes: number) =>
  reopenedAt.length < TOO_OFTEN && reopenedAt.some((at) => now.getTime() - at.getTime() < minutes * 60_000)
