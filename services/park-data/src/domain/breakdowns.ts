import type { RideStatus } from '@walkon/contracts/values'
import type { HourSpan } from './calendar-day.ts'

/** A ride that goes down, or the end of that. */
export type StatusChange = { rideId: string; at: Date; status: RideStatus }

export type Breakdown = {
  startsAt: Date
  /** The closing, if the ride did not come back before it; null while it lasts. */
  endsAt: Date | null
  cameBack: boolean
}

/** A feed flaps: a shorter one was a row that was put right. */
const SHORTEST_MS = 2 * 60_000

/** The time that a ride was down while its park was open, from its changes in order. `until` is the present, or the end of a day that is over. */
export function toBreakdowns(changes: StatusChange[], hours: HourSpan[], until: Date): Breakdown[] {
  const openings = toOpenSpans(hours)
  return changes.flatMap(({ status, at }, index) => {
    if (status !== 'DOWN') return []
    const end = changes[index + 1]
    return openings.flatMap(({ startsAt: opensAt, endsAt: closesAt }) => {
      const startsAt = at > opensAt ? at : opensAt
      const lasts = !end && until < closesAt
      const endsAt = new Date(Math.min((end?.at ?? until).getTime(), closesAt.getTime()))
      if (endsAt.getTime() - startsAt.getTime() < SHORTEST_MS) return []
      const cameBack = end?.status === 'OPERATING' && end.at <= closesAt
      return [{ startsAt, endsAt: lasts ? null : endsAt, cameBack }]
    })
  })
}

/** Hours that touch are one opening. */
function toOpenSpans(hours: HourSpan[]): Pick<HourSpan, 'startsAt' | 'endsAt'>[] {
  const spans: { startsAt: Date; endsAt: Date }[] = []
  for (const { startsAt, endsAt } of hours) {
    const last = spans.at(-1)
    if (last && last.endsAt >= startsAt) last.endsAt = endsAt
    else spans.push({ startsAt, endsAt })
  }
  return spans
}

export type PastBreakdown = { startsAt: Date; endsAt: Date; cameBack: boolean }

/** By then the queue of a ride that is back has formed. */
export const AFTER_REOPENING_MINUTES = 30

export const minutesOf = ({ startsAt, endsAt }: PastBreakdown): number =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)

/** Fewer breakdowns make no rule. */
export const FEWEST_BREAKDOWNS = 5

const STEP_MINUTES = 5
/** "In 8 of 10 times". */
const MOST = 0.8

/** In how many minutes the ride was back, and in which share of its breakdowns. */
export type BackWithin = { minutes: number; share: number }

/** The least five-minute step in which it came back at least 8 of 10 times; null if it did not, or too few are known. */
export function backWithin(breakdowns: PastBreakdown[]): BackWithin | null {
  if (breakdowns.length < FEWEST_BREAKDOWNS) return null
  const back = breakdowns
    .filter(({ cameBack }) => cameBack)
    .map(minutesOf)
    .toSorted((a, b) => a - b)
  const needed = Math.ceil(breakdowns.length * MOST)
  const length = back[needed - 1]
  if (length === undefined) return null
  const minutes = Math.ceil(length / STEP_MINUTES) * STEP_MINUTES
  return { minutes, share: back.filter((each) => each <= minutes).length / breakdowns.length }
}

/** The median length in minutes; null with too few. One that outlasted the day counts until the closing. */
export const typicalMinutes = (breakdowns: PastBreakdown[]): number | null =>
  medianOf(breakdowns.map(minutesOf))

/** The median of the waits that were posted half an hour after a ride was back; null with too few. */
export const usualAfterReopening = (waitsAfter: number[]): number | null => medianOf(waitsAfter)

function medianOf(minutes: number[]): number | null {
  if (minutes.length < FEWEST_BREAKDOWNS) return null
  const sorted = minutes.toSorted((a, b) => a - b)
  const [below, above] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return below === undefined || above === undefined ? null : Math.round((below + above) / 2)
}
