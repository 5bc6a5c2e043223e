import { Temporal } from 'temporal-polyfill'
import type { Attraction, Park } from '../catalog/park.ts'
import { draw } from '../simulation/draw.ts'
import { inZone, toLocalText } from '../simulation/park-hours.ts'
import type { Posted } from '../simulation/ride-story.ts'

/** A row of `liveData` in the feed's own words. */
type LiveRow = Record<string, unknown> & { id: string }

export function toLiveRow(seed: string, park: Park, attraction: Attraction, posted: Posted): LiveRow {
  const queue = toQueue(seed, park, attraction, posted)
  return {
    id: attraction.id,
    name: attraction.name,
    entityType: attraction.entityType,
    parkId: park.id,
    externalId: attraction.id.slice(0, 8),
    ...(queue && { queue }),
    status: posted.status,
    ...(attraction.entityType === 'SHOW' && { showtimes: showtimesOf(park, posted) }),
    ...(attraction.entityType === 'RESTAURANT' && walkUpList(posted)),
    lastUpdated: toFeedInstant(posted.changedAt),
  }
}

/** The park's own row: in the feed it has said OPERATING since long ago, day and night. */
export function parkRow(park: Park): LiveRow {
  return {
    id: park.id,
    name: park.name,
    entityType: 'PARK',
    parkId: null,
    externalId: park.slug,
    queue: { STANDBY: { waitTime: null } },
    status: 'OPERATING',
    lastUpdated: '2024-05-14T13:36:04Z',
  }
}

/** To the second, in UTC, as the feed writes it. */
export const toFeedInstant = (instant: Date) => instant.toISOString().replace(/\.\d{3}Z$/, 'Z')

function toQueue(
  seed: string,
  park: Park,
  { id, entityType, posting }: Attraction,
  posted: Posted,
): Record<string, unknown> | undefined {
  if (posting.kind === 'no-queue' || posted.status === 'REFURBISHMENT') return undefined
  const standby = { STANDBY: { waitTime: posted.waitMinutes } }
  if (posting.kind !== 'wait' || entityType !== 'ATTRACTION' || posting.peakMinutes < 20) return standby

  switch (park.queueStyle) {
    case 'lightning-lane':
      return posting.peakMinutes >= 80
        ? {
            ...standby,
            PAID_RETURN_TIME: {
              ...returnTime(seed, park, id, posted),
              price: passPrice(posting.peakMinutes),
            },
          }
        : { ...standby, RETURN_TIME: returnTime(seed, park, id, posted) }
    case 'express':
      return { ...standby, ...sideQueues(posting.peakMinutes, posted) }
    case 'plain':
      return standby
    default:
      return park.queueStyle satisfies never
  }
}

/** Drifts later as the line grows; sometimes the day's are all gone. Offered also while a ride is closed. */
function returnTime(seed: string, park: Park, rideId: string, { changedAt }: Posted) {
  const luck = draw(seed, rideId, 'return-time', changedAt.getTime())
  if (luck < 0.15) return { state: 'FINISHED', returnStart: null, returnEnd: null }
  const minutes = Math.round((30 + luck * 150) / 5) * 5
  const start = inZone(changedAt, park.timezone)
    .add({ minutes })
    .round({ smallestUnit: 'minute', roundingIncrement: 5 })
  return { state: 'AVAILABLE', returnStart: toLocalText(start), returnEnd: null }
}

function passPrice(peakMinutes: number) {
  const amount = peakMinutes * 25
  return { amount, currency: 'USD', formatted: `$${(amount / 100).toFixed(2)}` }
}

function sideQueues(peakMinutes: number, { waitMinutes }: Posted) {
  const share = (part: number) => (waitMinutes === null ? null : Math.round((waitMinutes * part) / 5) * 5)
  return {
    PAID_STANDBY: { waitTime: share(0.25) },
    ...(peakMinutes >= 45 && { SINGLE_RIDER: { waitTime: share(0.4) } }),
  }
}

function showtimesOf(park: Park, { changedAt }: Posted) {
  const date = inZone(changedAt, park.timezone).toPlainDate()
  return ['11:00', '15:00', '20:30'].map((time) => {
    const at = date.toZonedDateTime({ timeZone: park.timezone, plainTime: Temporal.PlainTime.from(time) })
    return { type: 'Performance Time', startTime: toLocalText(at), endTime: toLocalText(at) }
  })
}

function walkUpList({ waitMinutes }: Posted) {
  if (waitMinutes === null) return {}
  return {
    diningAvailability: [2, 4].map((partySize) => ({
      partySize,
      waitTime: waitMinutes + (partySize - 2) * 5,
    })),
  }
}
