import { passActivated } from '@walkon/contracts/events/billing'
import { parkCatalogChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { startPipeline } from './alert-pipeline.ts'
import { scaled } from './measures.ts'
import { atMost, mustBe, type BenchResult } from './result.ts'

const PARKS = 20
const RIDES_PER_PARK = 50
/** Each park is polled once a second: a thousand observations. */
const TICKS_PER_SECOND = 10
const PARKS_PER_TICK = PARKS / TICKS_PER_SECOND
/** Only long waits, while the passes are applied. */
const WARM_UP_SECONDS = 5
const SECONDS = 30
/** Of the thousand rides, this many become short each second; each is watched by one visitor. */
const ALERTS_PER_SECOND = 30

type Park = { id: string; name: string; rides: { rideId: string; name: string }[] }

/**
 * From the instant of an observation to the provider's acceptance of the mail, at 1,000 observations a second:
 * park-data's outbox, the log, the match, the outbox, the log, the delivery and the call, as in the local run.
 */
export async function benchLatency(serverUrl: string, folder: string, scale: number): Promise<BenchResult[]> {
  const { parkDataDb, sandboxUrl, stop } = await startPipeline(serverUrl, folder)
  try {
    const parks = Array.from({ length: PARKS }, (_, index) => aPark(index))
    for (const park of parks) await parkDataDb.transaction((tx) => activatePass(tx, park))
    const seconds = scaled(SECONDS, scale, 3)
    const observedAt = await observe(parkDataDb, parks, {
      warmUp: scaled(WARM_UP_SECONDS, scale, 2),
      seconds,
    })
    const acceptedAt = await acceptedMails(sandboxUrl, observedAt.size)
    return summarise(observedAt, acceptedAt, seconds * ALERTS_PER_SECOND)
  } finally {
    await stop()
  }
}

/** The name of a ride ends in a dash, so that none begins another. */
const aPark = (number: number): Park => ({
  id: randomUUID(),
  name: `Park ${number}`,
  rides: Array.from({ length: RIDES_PER_PARK }, (_, ride) => ({
    rideId: randomUUID(),
    name: `Ride ${number}-${ride}-`,
  })),
})

/** The park, and a visitor of its own who watches all its rides. */
async function activatePass(tx: Transaction, { id, name, rides }: Park): Promise<void> {
  const email = `${id}@bench.example`
  const now = Date.now()
  const catalog = {
    parkId: id,
    name,
    destinationId: randomUUID(),
    destinationName: 'Bench',
    timezone: 'America/New_York',
    retired: false,
    attractions: rides.map((ride) => ({ ...ride, retired: false })),
  }
  const pass = {
    passId: randomUUID(),
    email,
    recipient: { channel: 'email' as const, address: email },
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
  await emit(tx, parkCatalogChanged, [{ data: catalog }])
  await emit(tx, passActivated, [{ data: pass }])
}

/** Polls two parks every tenth of a second; returns when each ride that fell was first read as short. */
async function observe(
  db: Database,
  parks: Park[],
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<Map<string, number>> {
  const fell = new Map<string, number>()
  // In the order of their ids, which are random: those that fall together are of many parks.
  const falling = parks.flatMap(({ rides }) => rides).toSorted((a, b) => a.rideId.localeCompare(b.rideId))
  const startedAt = Date.now()
  for (let tick = 0; tick < (warmUp + seconds) * TICKS_PER_SECOND; tick++) {
    await after(Math.max(0, startedAt + tick * (1_000 / TICKS_PER_SECOND) - Date.now()))
    const now = Date.now()
    const second = Math.floor(tick / TICKS_PER_SECOND) - warmUp
    const fallen = second < 0 ? [] : falling.slice(0, (second + 1) * ALERTS_PER_SECOND)
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
const aReadPoll = ({ id, rides }: Park, short: ReadonlySet<string>, readAt: Date) => ({
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

const message = z.object({ text: z.string(), sentAt: z.string() })

/** When the mails that name each ride were accepted; a second after the last ride, in which a doubled one would come. */
async function acceptedMails(sandboxUrl: string, wanted: number): Promise<Map<string, number[]>> {
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await after(250)) {
    const accepted = await readMails(sandboxUrl)
    if (accepted.size >= wanted) break
  }
  await after(1_000)
  return readMails(sandboxUrl)
}

async function readMails(sandboxUrl: string): Promise<Map<string, number[]>> {
  const response = await fetch(`${sandboxUrl}/sandbox/messages?channel=email`)
  const accepted = new Map<string, number[]>()
  for (const { text, sentAt } of z.array(message).parse(await response.json())) {
    const names = new Set(text.match(/Ride \d+-\d+-/g) ?? [])
    for (const name of names) accepted.set(name, [...(accepted.get(name) ?? []), Date.parse(sentAt)])
  }
  return accepted
}

function summarise(
  observedAt: Map<string, number>,
  acceptedAt: Map<string, number[]>,
  wanted: number,
): BenchResult[] {
  const delays: number[] = []
  let lost = 0
  let doubled = 0
  for (const [name, at] of observedAt) {
    const times = acceptedAt.get(name) ?? []
    if (times.length === 0) lost++
    if (times.length > 1) doubled++
    if (times.length > 0) delays.push(Math.min(...times) - at)
  }
  const sorted = delays.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
  return [
    atMost('observation to accepted by Postmark, p99 at 1,000 observations a second', p99, 'ms', 1_000),
    mustBe('alerts in that run', observedAt.size, 'alerts', wanted),
    mustBe('alerts lost in that run', lost, 'alerts', 0),
    mustBe('alerts doubled in that run', doubled, 'alerts', 0),
  ]
}
