import { doneForTodayPredicted } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId, deriveIdAt } from '@walkon/service/derived-id'
import { insertDoneAlerts, listDoneWatches, type DoneWatch } from '../../db/alerts/done-rides.ts'

/** A ride that the newest poll of its park shows to be probably done for today. */
export type DoneRide = {
  rideId: string
  rideName: string
  popularity: number | undefined
  observedAt: string
  /** The `traceparent` of the poll. */
  cause: string | null
}

/** The next poll tells the others: it shows the ride again. */
const TOLD_AT_ONCE = 1_000

/**
 * Tells the visitors who asked to hear when these rides reopen that they are probably done for today, once for each ride and day. Claims no
 * cooldown: a ride that reopens after all alerts as before. Resolves with how many were told.
 */
export async function tellOfDoneRides(tx: Transaction, rides: DoneRide[]): Promise<number> {
  if (rides.length === 0) return 0
  const watches = await listDoneWatches(
    tx,
    rides.map(({ rideId }) => rideId),
    TOLD_AT_ONCE,
  )
  const byId = new Map(rides.map((ride) => [ride.rideId, ride]))
  const told = watches.flatMap((watch) => {
    const ride = byId.get(watch.rideId)
    return ride ? [{ ...watch, ...ride, alertId: alertIdOf(watch) }] : []
  })
  const messages = [...Map.groupBy(told, ({ subscriptionId }) => subscriptionId).values()].map(
    (ofSubscription) => toMessage(ofSubscription),
  )
  const made = await insertDoneAlerts(
    tx,
    messages.flatMap(({ id: eventId, rides: named }) => named.map((each) => ({ ...each, eventId }))),
  )
  await emit(
    tx,
    doneForTodayPredicted,
    messages.flatMap(({ id, rides: named }) => {
      const fresh = named.filter(({ alertId }) => made.has(alertId))
      return fresh.length === 0 ? [] : [{ id, ...toEvent(fresh) }]
    }),
  )
  return made.size
}

/** The same for each poll of a day: the id is the claim. */
const alertIdOf = ({ subscriptionId, rideId, date }: DoneWatch) =>
  deriveIdAt(new Date(`${date}T00:00:00Z`), subscriptionId, `${rideId}|probably-done`)

type Told = DoneWatch & DoneRide & { alertId: string }

/** The most wanted ride is named first. */
function toMessage(told: Told[]): { id: string; rides: Told[] } {
  const rides = told.toSorted((one, other) => (other.popularity ?? 0) - (one.popularity ?? 0))
  const [{ subscriptionId } = { subscriptionId: '' }] = rides
  return { id: deriveId(subscriptionId, rides.map(({ alertId }) => alertId).join(' ')), rides }
}

function toEvent(rides: Told[]) {
  const [first] = rides
  if (!first) throw new Error('A message needs a ride')
  const { subscriptionId, email, recipients, parkId, parkName, timezone, dates, observedAt, cause } = first
  return {
    cause,
    data: {
      subscriptionId,
      email,
      recipients,
      parkId,
      parkName,
      timezone,
      dates,
      observedAt,
      nextAlertAt: observedAt,
      alerts: rides.map(({ alertId, rideId, rideName, thresholdMinutes, popularity = 0 }) => ({
        alertId,
        kind: 'probably-done' as const,
        rideId,
        rideName,
        waitMinutes: null,
        thresholdMinutes,
        changedAt: null,
        usualMinutes: null,
        popularity,
      })),
    },
  }
}
