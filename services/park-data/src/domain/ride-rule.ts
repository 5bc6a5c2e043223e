import type { RideStatus } from '@walkon/contracts/values'

/**
 * A ride is an attraction that posted a standby wait on one of the last 28 days on which its park was open. A park that was observed open on
 * fewer than 7 days has as rides all attractions with a standby queue or a posted wait.
 */
export const POSTED_WITHIN_DAYS = 28
export const DAYS_TO_JUDGE = 7

/** One in refurbishment is shown, and not counted. */
export const isRide = ({ postsWaits, status }: { postsWaits: boolean; status: RideStatus }) =>
  postsWaits && status !== 'REFURBISHMENT'
