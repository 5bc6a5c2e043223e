import { passActivated } from '@walkon/contracts/events/billing'
import { parkCatalogChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import { startPostgresServer } from '@walkon/postgres/server'
import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { startPipeline } from './alert-pipeline.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'

const PARKS = 20
const RIDES_PER_PARK = 50
const SECONDS = 30
/** Of the thousand rides, this many become short each second; each is watched by one visitor. */
const ALERTS_PER_SECOND = 30

type Ride = { parkId: string; rideId: string; name: string }

/**
 * From the instant of an observation to the provider's acceptance of the mail, at 1,000 observations a second:
 * park-data's outbox, the log, the match, the outbox, the log, the delivery and the call, as in the local run.
 */
export async function benchLatency(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-latency-'))
  await chmod(folder, 0o755)
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password: 'bench' })
  try {
    const { parkDataDb, sandboxUrl, stop } = await startPipeline(server.url, folder)
    try {
      const rides = await watchRides(parkDataDb)
      const observedAt = await observe(parkDataDb, rides)
      return summarise(observedAt, await acceptedMails(sandboxUrl, observedAt.size))
    } finally {
      await stop()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every ride has one visitor who watches it: a park a visitor, all its rides, one of which will fall. */
async function watchRides(db: Database): Promise<Ride[]> {
  const rides: Ride[] = []
  for (let park = 0; park < PARKS; park++) {
    const parkId = randomUUID()
    const attractions = Array.from({ length: RIDES_PER_PARK }, (_, index) => ({
      rideId: randomUUID(),
      name: `Ride ${park}-${index}-`,
      retired: false,
    }))
    rides.push(...attractions.map(({ rideId, name }) => ({ parkId, rideId, name })))
    await db.transaction(async (tx) => {
      await emit(tx, parkCatalogChanged, [
        {
          data: {
            parkId,
            name: `Park ${park}`,
            destinationId: randomUUID(),
            destinationName: 'Bench',
            timezone: 'America/New_York',
            retired: false,
            attractions,
          },
        },
      ])
      const now = Date.now()
      await emit(tx, passActivated, [
        {
          data: {
            passId: randomUUID(),
            email: `park-${park}@bench.example`,
            recipient: { channel: 'email', address: `park-${park}@bench.example` },
            parkId,
            parkName: `Park ${park}`,
            windows: [
              {
                date: new Date(now).toISOString().slice(0, 10),
                startsAt: new Date(now - 60_000).toISOString(),
                endsAt: new Date(now + 86_400_000).toISOString(),
              },
            ],
            paid: false,
          },
        },
      ])
    })
  }
  // The passes are applied long before the first fall: the readings of the first seconds are all long.
  return rides
}

/** A thousand readings a second for half a minute, as ten polls of a hundred rides; returns when each ride that fell was read. */
async function observe(db: Database, rides: Ride[]): Promise<Map<string, number>> {
  const WARM_UP_SECONDS = 5
  const fell = new Map<string, number>()
  const falling = rides.toSorted((a, b) => a.rideId.localeCompare(b.rideId))
  const startedAt = Date.now()
  for (let tick = 0; tick < (WARM_UP_SECONDS + SECONDS) * 10; tick++) {
    const dueAt = startedAt + tick * 100
    await after(Math.max(0, dueAt - Date.now()))
    const now = Date.now()
    const second = Math.floor(tick / 10)
    const batch = rides.slice((tick % 10) * 100, (tick % 10) * 100 + 100)
    const shortNow =
      second < WARM_UP_SECONDS
        ? new Set<string>()
        : new Set(
            falling.slice(0, (second - WARM_UP_SECONDS + 1) * ALERTS_PER_SECOND).map(({ rideId }) => rideId),
          )
    await db.transaction((tx) =>
      emit(
        tx,
        waitTimeObserved,
        batch.map(({ parkId, rideId, name }) => {
          const isShort = shortNow.has(rideId)
          if (isShort && !fell.has(name)) fell.set(name, now)
          return {
            data: {
              observationId: randomUUID(),
              parkId,
              rideId,
              rideName: name,
              status: 'OPERATING' as const,
              waitMinutes: isShort ? 10 : 60,
              observedAt: new Date(now).toISOString(),
              changedAt: new Date(now).toISOString(),
              parkOpen: true,
              trusted: true,
            },
          }
        }),
      ),
    )
  }
  return fell
}

const message = z.object({ text: z.string(), sentAt: z.string() })

/** When the mail that names each ride was accepted. */
async function acceptedMails(sandboxUrl: string, wanted: number): Promise<Map<string, number[]>> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const response = await fetch(`${sandboxUrl}/sandbox/messages?channel=email`)
    const accepted = new Map<string, number[]>()
    for (const { text, sentAt } of z.array(message).parse(await response.json())) {
      const names = new Set(text.match(/Ride \d+-\d+-/g) ?? [])
      for (const name of names) accepted.set(name, [...(accepted.get(name) ?? []), Date.parse(sentAt)])
    }
    if (accepted.size >= wanted || Date.now() > giveUpAt) return accepted
    await after(250)
  }
}

function summarise(observedAt: Map<string, number>, acceptedAt: Map<string, number[]>): BenchResult[] {
  const delays: number[] = []
  let lost = 0
  let doubled = 0
  for (const [name, at] of observedAt) {
    const times = acceptedAt.get(name) ?? []
    if (times.length === 0) lost++
    if (times.length > 1) doubled++
    if (times[0] !== undefined) delays.push(Math.min(...times) - at)
  }
  const sorted = delays.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
  return [
    atMost('observation to accepted by Postmark, p99 at 1,000 observations a second', p99, 'ms', 1_000),
    atLeast('alerts in that run', observedAt.size, 'alerts', SECONDS * ALERTS_PER_SECOND),
    atMost('alerts lost in that run', lost, 'alerts', 0),
    atMost('alerts doubled in that run', doubled, 'alerts', 0),
  ]
}
