import { Temporal } from 'temporal-polyfill'
import type { Attraction, Currency, Park } from '../catalog/park.ts'
import { inZone, toLocalText } from '../simulation/park-hours.ts'
import type { Posted } from '../simulation/ride-story.ts'
import { boardingGroupAt, returnTimeAt, tablesAt } from '../simulation/side-queues.ts'

/** A row of `liveData` in the feed's own words. */
type LiveRow = Record<string, unknown> & { id: string }

export type Circumstances = { seed: string; park: Park; now: Date }

export function toLiveRow(circumstances: Circumstances, attraction: Attraction, posted: Posted): LiveRow {
  const { park } = circumstances
  const { queue, changedAt } = toQueue(circumstances, attraction, posted)
  return {
    id: attraction.id,
    name: attraction.name,
    entityType: attraction.entityType,
    parkId: park.id,
    externalId: attraction.id.slice(0, 8),
    ...(queue && { queue }),
    status: posted.status,
    ...(attraction.entityType === 'SHOW' && { showtimes: showtimesOf(park, posted) }),
    ...(attraction.entityType === 'RESTAURANT' && walkUpList(circumstances, attraction, posted)),
    lastUpdated: toFeedInstant(changedAt),
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

type Shown = { queue: Record<string, unknown> | undefined; changedAt: Date }

function toQueue(circumstances: Circumstances, attraction: Attraction, posted: Posted): Shown {
  const { entityType, posting } = attraction
  const { changedAt } = posted
  if (posting.kind === 'no-queue' || posted.status === 'REFURBISHMENT') return { queue: undefined, changedAt }
  const queue = { STANDBY: { waitTime: posted.waitMinutes } }
  if (posting.kind !== 'wait' || entityType !== 'ATTRACTION' || posting.peakMinutes < 20)
    return { queue, changedAt }

  const { queueStyle } = circumstances.park
  switch (queueStyle) {
    case 'lightning-lane': {
      const beside = lightningLane(circumstances, attraction, posting.peakMinutes)
      return { queue: { ...queue, ...beside.queue }, changedAt: later(changedAt, beside.changedAt) }
    }
    case 'express':
      return { queue: { ...queue, ...sideQueues(posting.peakMinutes, posted) }, changedAt }
    case 'plain':
      return { queue, changedAt }
    default:
      return queueStyle satisfies never
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)

/** Offered also while a ride is closed. */
function lightningLane(
  { seed, park, now }: Circumstances,
  { id, hasBoardingGroup }: Attraction,
  peakMinutes: number,
): Shown {
  if (hasBoardingGroup) {
    const opensAt = new Date(inZone(now, park.timezone).startOfDay().epochMilliseconds)
    const { changedAt, state, firstGroup, lastGroup } = boardingGroupAt(seed, id, opensAt, now)
    const group = { currentGroupStart: firstGroup, currentGroupEnd: lastGroup, nextAllocationTime: null }
    return {
      queue: { BOARDING_GROUP: { allocationStatus: state, ...group, estimatedWait: null } },
      changedAt,
    }
  }
  const offered = returnTimeAt(seed, id, now)
  const returnTime =
    offered.state === 'AVAILABLE'
      ? { state: 'AVAILABLE', returnStart: returnStartAt(park, offered), returnEnd: null }
      : { state: 'FINISHED', returnStart: null, returnEnd: null }
  const queue =
    peakMinutes >= 80
      ? { PAID_RETURN_TIME: { ...returnTime, price: passPrice(park.currency, peakMinutes) } }
      : { RETURN_TIME: returnTime }
  return { queue, changedAt: offered.changedAt }
}

const returnStartAt = (park: Park, { aheadMinutes, changedAt }: { aheadMinutes: number; changedAt: Date }) =>
  toLocalText(inZone(changedAt, park.timezone).add({ minutes: aheadMinutes }))

/** For a minute of the peak, in the currency's smallest unit. */
const PASS_PRICES: Record<Currency, number> = { USD: 25, EUR: 20, JPY: 20 }

const formatOf = (currency: Currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency })
const FORMATS: Record<Currency, Intl.NumberFormat> = {
  USD: formatOf('USD'),
  EUR: formatOf('EUR'),
  JPY: formatOf('JPY'),
}

function passPrice(currency: Currency, peakMinutes: number) {
  const amount = peakMinutes * PASS_PRICES[currency]
  const format = FORMATS[currency]
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return { amount, currency, formatted: format.format(amount / 10 ** maximumFractionDigits) }
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

function walkUpList({ seed }: Circumstances, { id }: Attraction, { waitMinutes, changedAt }: Posted) {
  const tables = waitMinutes === null ? [] : tablesAt(seed, id, waitMinutes, changedAt)
  return tables.length > 0 ? { diningAvailability: tables } : {}
}
