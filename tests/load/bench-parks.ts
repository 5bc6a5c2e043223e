import { passActivated } from '@walkon/contracts/events/billing'
import { parkCatalogChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { Recipient } from '@walkon/contracts/values'
import { emit } from '@walkon/messaging/emit'
import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'

/** A thousand rides in twenty parks, each watched by one visitor, that are polled once a second and fall one after the other. */

const PARKS = 20
const RIDES_PER_PARK = 50
/** Each park is polled once a second: a thousand observations. */
const TICKS_PER_SECOND = 10
const PARKS_PER_TICK = PARKS / TICKS_PER_SECOND

export type BenchPark = {
  id: string
  number: number
  name: string
  rides: { rideId: string; name: string }[]
}

export type BenchChannel = 'email' | 'sms' | 'push'

/** The parks, with a visitor each, on each channel, who watches all rides. */
export async function openParks(db: Database, channels: BenchChannel[] = ['email']): Promise<BenchPark[]> {
  const parks = Array.from({ length: PARKS }, (_, index) => aPark(index))
  for (const park of parks) {
    await db.transaction(async (tx) => {
      await emit(tx, parkCatalogChanged, [{ data: catalogOf(park) }])
      await emit(
        tx,
        passActivated,
        channels.map((channel) => ({ data: passOf(park, visitorOf(park, channel)) })),
      )
    })
  }
  return parks
}

export type BenchVisitor = { email: string; recipient: Recipient }

/** Each park has one number: `+1407200` and its own four digits. A visitor of push has a pass for email. */
export function visitorOf({ id, number }: BenchPark, channel: BenchChannel): BenchVisitor {
  const email = `${channel}-${id}@bench.example`
  const recipient: Recipient =
    channel === 'sms'
      ? { channel, address: `+1407200${2_000 + number}` }
      : { channel: 'email', address: email }
  return { email, recipient }
}

/** The name of a ride ends in a dash, so that none begins another. */
const aPark = (number: number): BenchPark => ({
  id: randomUUID(),
  number,
  name: `Park ${number}`,
  rides: Array.from({ length: RIDES_PER_PARK }, (_, ride) => ({
    rideId: randomUUID(),
    name: `Ride ${number}-${ride}-`,
  })),
})

const catalogOf = ({ id, name, rides }: BenchPark) => ({
  parkId: id,
  name,
  destinationId: randomUUID(),
  destinationName: 'Bench',
  timezone: 'America/New_York',
  retired: false,
  attractions: rides.map((ride) => ({ ...ride, retired: false })),
})

function passOf({ id, name }: BenchPark, visitor: BenchVisitor) {
  const now = Date.now()
  return {
    passId: randomUUID(),
    ...visitor,
    parkId: id,
    parkName: name,
    windows: [
      {
        date: new Date(now).toISOString().slice(0, 10),
        startsAt: new Date(now - 60_000).toISOString(),
        endsAt: new Date(now + 86_400_000).toISOString(),
      },
    ],
    paid: false,
  }
}

/** Until each visitor has the mail that says that alerts are on. */
export async function activationsMailed(sandboxUrl: string): Promise<void> {
  while ((await listMessages(sandboxUrl)).length < PARKS) await after(100)
}

type ObserveOptions = {
  warmUp: number
  seconds: number
  alertsPerSecond: number
  /** So many rides fell in earlier rounds. */
  fallenBefore?: number
}

/**
 * Polls two parks every tenth of a second; returns when each ride that fell was first read as short. Only long waits are
 * read in the first `warmUp` seconds, while the passes are applied.
 */
export async function observe(
  db: Database,
  parks: BenchPark[],
  { warmUp, seconds, alertsPerSecond, fallenBefore = 0 }: ObserveOptions,
): Promise<Map<string, number>> {
  const fell = new Map<string, number>()
  // In the order of their ids, which are random: those that fall together are of many parks.
  const falling = parks.flatMap(({ rides }) => rides).toSorted((a, b) => a.rideId.localeCompare(b.rideId))
  const startedAt = Date.now()
  for (let tick = 0; tick < (warmUp + seconds) * TICKS_PER_SECOND; tick++) {
    await after(Math.max(0, startedAt + tick * (1_000 / TICKS_PER_SECOND) - Date.now()))
    const now = Date.now()
    const second = Math.floor(tick / TICKS_PER_SECOND) - warmUp
    const fallen =
      second < 0 ? [] : falling.slice(fallenBefore, fallenBefore + (second + 1) * alertsPerSecond)
    const shortNow = new Set(fallen.map(({ rideId }) => rideId))
    const first = (tick % TICKS_PER_SECOND) * PARKS_PER_TICK
    const polled = parks.slice(first, first + PARKS_PER_TICK)
    for (const { name, rideId } of polled.flatMap(({ rides }) => rides)) {
      if (shortNow.has(rideId) && !fell.has(name)) fell.set(name, now)
    }
    const polls = polled.map((park) => ({ data: aReadPoll(park, shortNow, new Date(now)) }))
    await db.transaction((tx) => emit(tx, waitTimeObserved, polls))
  }
  return fell
}

/** What park-data publishes of one poll of a park. */
const aReadPoll = ({ id, rides }: BenchPark, short: ReadonlySet<string>, readAt: Date) => ({
  parkId: id,
  observedAt: readAt.toISOString(),
  parkOpen: true,
  trusted: true,
  rides: rides.map(({ rideId, name }) => ({
    rideId,
    name,
    status: 'OPERATING' as const,
    waitMinutes: short.has(rideId) ? 10 : 60,
    changedAt: readAt.toISOString(),
    usualMinutes: null,
  })),
})

const message = z.object({ subject: z.string().nullable(), text: z.string(), sentAt: z.string() })

/** When the mails that name each ride were accepted; a second after the last ride, in which a doubled one would come. */
export async function acceptedMails(
  sandboxUrl: string,
  wanted: number,
  patienceMs = 30_000,
  channel: BenchChannel = 'email',
): Promise<Map<string, number[]>> {
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await after(250)) {
    const accepted = await readMessages(sandboxUrl, channel)
    if (accepted.size >= wanted) break
  }
  await after(1_000)
  return readMessages(sandboxUrl, channel)
}

async function readMessages(sandboxUrl: string, channel: BenchChannel): Promise<Map<string, number[]>> {
  const accepted = new Map<string, number[]>()
  for (const { subject, text, sentAt } of await listMessages(sandboxUrl, channel)) {
    const names = new Set(`${subject} ${text}`.match(/Ride \d+-\d+-/g) ?? [])
    for (const name of names) accepted.set(name, [...(accepted.get(name) ?? []), Date.parse(sentAt)])
  }
  return accepted
}

async function listMessages(
  sandboxUrl: string,
  channel: BenchChannel = 'email',
): Promise<z.output<typeof message>[]> {
  const response = await fetch(`${sandboxUrl}/sandbox/messages?channel=${channel}`)
  return z.array(message).parse(await response.json())
}

export type Delays = { lost: number; doubled: number; sortedMs: number[] }

/** How long each alert took from the first short reading to the acceptance of its mail. */
export function toDelays(observedAt: Map<string, number>, acceptedAt: Map<string, number[]>): Delays {
  const delays: number[] = []
  let lost = 0
  let doubled = 0
  for (const [name, at] of observedAt) {
    const times = acceptedAt.get(name) ?? []
    if (times.length === 0) lost++
    if (times.length > 1) doubled++
    if (times.length > 0) delays.push(Math.min(...times) - at)
  }
  return { lost, doubled, sortedMs: delays.toSorted((a, b) => a - b) }
}

/** NaN of no values. */
export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
