import type { Transaction } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { inTrace } from '@walkon/service/trace-context'
import { findPark, saveShut } from '../../db/catalog.ts'
import { listOpenWalkUps, saveOpenings, saveWalkUpLists } from '../../db/restaurants/table-openings.ts'
import { mealAt } from '../../domain/meal.ts'
import { toClockTime } from '../../domain/park-clock.ts'
import type { Table } from '../../domain/table-openings.ts'
import { saveObservedTables } from './save-observed-tables.ts'

/** One poll of a park's restaurants. */
export type WalkUpPoll = {
  /** The trace of the poll, which the letters about its tables continue. */
  traceId: string | null
  parkId: string
  observedAt: Date
  parkOpen: boolean
  /** False for a poll that is shown and never alerted on. */
  trusted: boolean
  /** They say that they are closed. */
  shutRestaurantIds: string[]
  restaurants: { restaurantId: string; tables: { partySize: number; waitMinutes: number | null }[] }[]
}

/**
 * Applies polls of the feed, the oldest first. A walk-up table is free for a party that is listed, with a wait up to the limit, in minutes.
 * A closed park offers nothing: its restaurants stand as open in the feed all night.
 */
export async function observeWalkUps(
  tx: Transaction,
  polls: WalkUpPoll[],
  limitMinutes: number,
): Promise<void> {
  for (const poll of polls) {
    await saveShut(tx, poll.parkId, poll.shutRestaurantIds)
    if (poll.parkOpen && poll.trusted) await inTrace(poll.traceId, () => observePoll(tx, poll, limitMinutes))
    else if (!poll.parkOpen) await closePark(tx, poll)
  }
}

async function observePoll(
  tx: Transaction,
  { parkId, observedAt, restaurants }: WalkUpPoll,
  limitMinutes: number,
): Promise<void> {
  const park = await findPark(tx, parkId)
  if (!park) return
  await saveWalkUpLists(
    tx,
    restaurants.map(({ restaurantId }) => restaurantId),
    observedAt,
  )
  const { date } = parkDayAt(observedAt, park.timezone)
  const offered = restaurants.flatMap(({ restaurantId, tables }) =>
    tables.flatMap(({ partySize, waitMinutes }): Table[] => {
      if (waitMinutes === null || waitMinutes > limitMinutes) return []
      const seatedAt = new Date(observedAt.getTime() + waitMinutes * 60_000)
      const meal = mealAt(toClockTime(seatedAt, park.timezone))
      return [{ restaurantId, date, source: 'walk-up', partySize, time: null, waitMinutes, meal }]
    }),
  )
  await saveObservedTables(tx, await listOpenWalkUps(tx, parkId), offered, { parkId, at: observedAt })
}

async function closePark(tx: Transaction, { parkId, observedAt }: WalkUpPoll): Promise<void> {
  const open = await listOpenWalkUps(tx, parkId)
  const ended = open.map(({ id }) => id)
  await saveOpenings(tx, { opened: [], missed: [], seenAgain: [], ended }, observedAt)
}
