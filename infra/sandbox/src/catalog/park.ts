import { createHash } from 'node:crypto'

/**
 * The parts of the simulated feed. Magic Kingdom's attractions have the feed's ids. Those of the other parks are well-known names with an
 * id made from park and name.
 */

/** How an attraction shows itself in the feed. */
type Posting =
  /** A wait is posted; `peakMinutes` is what it reaches at the busiest hour of a usual day. */
  | { kind: 'wait'; peakMinutes: number }
  /** Open to walk in: posts 0 all day. */
  | { kind: 'walk-through' }
  /** Has a queue in the feed, but never a number in it. */
  | { kind: 'unposted' }
  /** Has no queue at all. */
  | { kind: 'no-queue' }

export type Attraction = {
  id: string
  name: string
  entityType: 'ATTRACTION' | 'SHOW' | 'RESTAURANT'
  posting: Posting
  /** Entered by a group that is called, beside standby. */
  hasBoardingGroup?: boolean
}

/** Queues of a park beside the standby wait. */
type QueueStyle = 'lightning-lane' | 'express' | 'plain'

/** What return times are paid in. */
export type Currency = 'USD' | 'EUR' | 'JPY'

export type Park = {
  id: string
  name: string
  slug: string
  destinationId: string
  timezone: string
  location: { latitude: number; longitude: number }
  queueStyle: QueueStyle
  currency: Currency
  attractions: Attraction[]
}

export type Destination = {
  id: string
  name: string
  slug: string
  externalId: string
  timezone: string
  parks: Park[]
}

type ParkSketch = {
  id: string
  name: string
  at: [latitude: number, longitude: number]
  /** Peak standby wait of each ride, in minutes, the most wanted first. */
  rides: Record<string, number>
  walkThroughs?: string[]
  unposted?: string[]
  noQueue?: string[]
  shows?: string[]
  restaurants?: string[]
  /** Of `rides`: those with boarding groups. */
  boardingGroups?: string[]
  /** Ids the feed gives, where they are known. */
  ids?: Record<string, string>
}

type DestinationSketch = {
  id: string
  name: string
  slug: string
  externalId: string
  timezone: string
  queueStyle: QueueStyle
  currency?: Currency
  parks: ParkSketch[]
}

export function toDestination({
  parks,
  queueStyle,
  currency = 'USD',
  ...destination
}: DestinationSketch): Destination {
  return {
    ...destination,
    parks: parks.map((park) => ({
      id: park.id,
      name: park.name,
      slug: toSlug(park.name),
      destinationId: destination.id,
      timezone: destination.timezone,
      location: { latitude: park.at[0], longitude: park.at[1] },
      queueStyle,
      currency,
      attractions: toAttractions(park, queueStyle),
    })),
  }
}

export const toSlug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function toAttractions(park: ParkSketch, queueStyle: QueueStyle): Attraction[] {
  const make =
    (entityType: Attraction['entityType'], kind: 'walk-through' | 'unposted' | 'no-queue') =>
    (name: string): Attraction => ({ id: idOf(park, name), name, entityType, posting: { kind } })

  const rides = Object.entries(park.rides).map(
    ([name, peakMinutes]): Attraction => ({
      id: idOf(park, name),
      name,
      entityType: 'ATTRACTION',
      posting: { kind: 'wait', peakMinutes },
      ...(park.boardingGroups?.includes(name) && { hasBoardingGroup: true }),
    }),
  )
  return [
    ...rides,
    ...(park.walkThroughs ?? []).map(make('ATTRACTION', 'walk-through')),
    ...(park.unposted ?? []).map(make('ATTRACTION', 'unposted')),
    ...(park.noQueue ?? []).map(make('ATTRACTION', 'no-queue')),
    ...(park.shows ?? []).map(make('SHOW', 'no-queue')),
    ...(park.restaurants ?? [])
      .map(make('RESTAURANT', 'unposted'))
      .map((restaurant, index) =>
        queueStyle === 'lightning-lane' ? withWalkUpList(restaurant, index) : restaurant,
      ),
  ]
}

/** Half of the restaurants of the Disney parks keep a walk-up list and post its wait, as in the feed; no other park shows one. */
function withWalkUpList(restaurant: Attraction, index: number): Attraction {
  return index % 2 === 0 ? { ...restaurant, posting: { kind: 'wait', peakMinutes: 45 } } : restaurant
}

function idOf(park: ParkSketch, name: string): string {
  return park.ids?.[name] ?? uuidOf(park.id, name)
}

/** A name-based UUID (version 5): the same park and name give the same id on every machine. */
function uuidOf(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
