import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { subscriptionState } from './subscription-state.ts'
import { mergeWindows } from './windows.ts'

export type SubscriptionRow = {
  id: string
  parkId: string
  parkName: string
  timezone: string
  active: boolean
  allRidesEnabled: boolean
}

export type PassDay = {
  subscriptionId: string
  channel: 'email' | 'sms'
  date: string
  startsAt: string
  endsAt: string
  passEndsAt: string
}

export type RideRow = {
  subscriptionId: string
  rideId: string
  rideName: string
  active: boolean
  /** Null for a ride that was never watched. */
  thresholdMinutes: number | null
  onReopen: boolean
  /** The end of cooldown, silence or snooze. */
  coolingUntil: string | null
}

type Parts = {
  rows: SubscriptionRow[]
  days: PassDay[]
  rides: RideRow[]
  defaultThresholdMinutes: number
  now: Date
}

/** A subscription without any day is not shown: its passes were revoked before they began. */
export function toSubscriptionViews({
  rows,
  days,
  rides,
  defaultThresholdMinutes,
  now,
}: Parts): SubscriptionView[] {
  const daysOf = Map.groupBy(days, ({ subscriptionId }) => subscriptionId)
  const ridesOf = Map.groupBy(rides, ({ subscriptionId }) => subscriptionId)
  return rows.flatMap((row) => {
    const shown = daysToShow(daysOf.get(row.id) ?? [], now)
    const [first] = shown
    const last = shown.at(-1)
    if (!first || !last) return []
    const windows = shown.map((day) => ({ startsAt: new Date(day.startsAt), endsAt: new Date(day.endsAt) }))
    return {
      ...row,
      state: subscriptionState(row.active, windows, now),
      startDate: first.date,
      endDate: last.date,
      dates: [...new Set(shown.map(({ date }) => date))],
      windows: mergeWindows(windows).map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      channels: [...new Set(shown.map(({ channel }) => channel))],
      watches: (ridesOf.get(row.id) ?? []).map((ride) => toWatchView(ride, defaultThresholdMinutes)),
    }
  })
}

/** The days of passes that have not ended; the days of ended passes only if there are no others. */
function daysToShow(days: PassDay[], now: Date): PassDay[] {
  const running = days.filter(({ passEndsAt }) => new Date(passEndsAt) > now)
  return running.length > 0 ? running : days
}

const toWatchView = (ride: RideRow, defaultThresholdMinutes: number): WatchView => ({
  rideId: ride.rideId,
  rideName: ride.rideName,
  active: ride.active,
  thresholdMinutes: ride.thresholdMinutes ?? defaultThresholdMinutes,
  onReopen: ride.onReopen,
  nextAlertAt: ride.coolingUntil && new Date(ride.coolingUntil).toISOString(),
})
