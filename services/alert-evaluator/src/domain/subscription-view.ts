import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { toParkDate } from '@walkon/contracts/park-time'
import { subscriptionState } from './subscription-state.ts'
import { mergeWindows, type Window } from './windows.ts'

export type SubscriptionRow = {
  id: string
  parkId: string
  parkName: string
  timezone: string
  active: boolean
  allRidesEnabled: boolean
  /** When the visitor chose its rides under a plan, and until when plans of the address cover; null without one. */
  planSince: string | null
  coveredUntil: string | null
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
  isRide: boolean
  active: boolean
  /** Null for a ride that was never watched. */
  thresholdMinutes: number | null
  /** True if the limit fits the ride. `fittedMinutes` is the fitting limit now; null without enough history. */
  fits: boolean
  fittedMinutes: number | null
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

/** A subscription without any day and plan is not shown: its passes were revoked before they began. */
export function toSubscriptionViews({
  rows,
  days,
  rides,
  defaultThresholdMinutes,
  now,
}: Parts): SubscriptionView[] {
  const daysOf = Map.groupBy(days, ({ subscriptionId }) => subscriptionId)
  const ridesOf = Map.groupBy(rides, ({ subscriptionId }) => subscriptionId)
  return rows.flatMap(({ planSince, coveredUntil, ...row }) => {
    const cover = toCover(planSince, coveredUntil)
    const isCoveredByPlan = cover !== null && cover.endsAt > now
    const { shown, windows } = toShown(daysOf.get(row.id) ?? [], cover, now)
    const [first] = windows
    const last = windows.at(-1)
    if (!first || !last) return []
    const dates = [...new Set(shown.map(({ date }) => date))]
    return {
      ...row,
      state: subscriptionState(row.active, windows, now),
      startDate: dates[0] ?? toParkDate(first.startsAt, row.timezone),
      endDate: isCoveredByPlan
        ? lastDateOf(last, row.timezone)
        : (dates.at(-1) ?? lastDateOf(last, row.timezone)),
      dates,
      windows: windows.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      isCoveredByPlan,
      channels: [
        ...new Set([
          ...shown.map(({ channel }) => channel),
          ...(isCoveredByPlan ? (['email'] as const) : []),
        ]),
      ],
      watches: (ridesOf.get(row.id) ?? []).map((ride) => toWatchView(ride, defaultThresholdMinutes)),
    }
  })
}

/** Returns the window in which the plan covers a park: from the choice of its rides on. */
function toCover(planSince: string | null, coveredUntil: string | null): Window | null {
  if (planSince === null || coveredUntil === null) return null
  const cover = { startsAt: new Date(planSince), endsAt: new Date(coveredUntil) }
  return cover.endsAt > cover.startsAt ? cover : null
}

/** Returns the days of passes that still run, and the plan; if nothing runs, those that have ended. */
function toShown(days: PassDay[], cover: Window | null, now: Date): { shown: PassDay[]; windows: Window[] } {
  const running = days.filter(({ passEndsAt }) => new Date(passEndsAt) > now)
  const isCovered = cover !== null && cover.endsAt > now
  const shown = running.length > 0 || isCovered ? running : days
  const ofPasses = shown.map((day) => ({ startsAt: new Date(day.startsAt), endsAt: new Date(day.endsAt) }))
  const ofPlan = cover && (isCovered || shown.length === 0) ? [cover] : []
  return { shown, windows: mergeWindows([...ofPasses, ...ofPlan]) }
}

const lastDateOf = ({ endsAt }: Window, timezone: string) =>
  toParkDate(new Date(endsAt.getTime() - 1), timezone)

const toWatchView = (ride: RideRow, defaultThresholdMinutes: number): WatchView => ({
  rideId: ride.rideId,
  rideName: ride.rideName,
  ...(!ride.isRide && { isRide: false }),
  active: ride.active,
  ...(ride.fits
    ? {
        thresholdMinutes: ride.fittedMinutes ?? defaultThresholdMinutes,
        limit: 'fit',
        isFitted: ride.fittedMinutes !== null,
      }
    : { thresholdMinutes: ride.thresholdMinutes ?? defaultThresholdMinutes }),
  onReopen: ride.onReopen,
  nextAlertAt: ride.coolingUntil && new Date(ride.coolingUntil).toISOString(),
})
