import { alertTriggered } from '@walkon/contracts/events/alerts'
import { passActivated, passRevoked, planCoverageChanged, planEnded } from '@walkon/contracts/events/billing'
import type { EventDefinition } from '@walkon/contracts/event'
import { parkCatalogChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { readData, type CloudEvent } from '@walkon/messaging/cloud-event'
import type { Cache } from '@walkon/service/cache'
import type { Environment } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { deriveId } from '@walkon/service/derived-id'
import { createTestService, heard, linkHeaders, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { alertEvaluator } from '../app.ts'

export const at = (minutesFromNow: number) => new Date(Date.now() + minutesFromNow * 60_000).toISOString()

type DataOf<Definition extends EventDefinition> = z.input<Definition['data']>

/** An evaluator on a database of its own, with what a test needs to use it. */
export async function createTestEvaluator(env: Environment = {}) {
  const service = await createTestService(alertEvaluator, { env })
  return {
    ...service,
    /** Another evaluator on the same database: another process, with a cache of its own unless it is given one. */
    build: (cache?: Cache, log?: Log) => service.build({ ...(cache && { cache }), ...(log && { log }) }),
    passTime: (minutes: number) => passTime(service.db, minutes),
    triggered: () => service.published(alertTriggered),
    /** Empties the database, but for a new park with so many attractions. */
    async startWithPark(attractionCount: number): Promise<TestPark> {
      await service.clear()
      const park = aPark(attractionCount)
      await service.hear([catalogOf(park)])
      return park
    },
    /** Asks for a park under the plan of this address, by its rides of these indexes. */
    addPark: async (email: string, { parkId, attractions }: TestPark, ...rides: number[]) =>
      service.app.inject({
        method: 'POST',
        url: '/subscriptions',
        headers: await linkHeaders(email),
        payload: {
          parkId,
          watches: (rides.length > 0 ? rides : [0]).map((index) => ({
            rideId: attractions[index]?.rideId,
            active: true,
          })),
        },
      }),
  }
}

/** Lets time pass for the database: moves every stored instant into the past. */
async function passTime(db: Database, minutes: number): Promise<void> {
  const ago = sql`make_interval(secs => ${minutes * 60})`
  await db.execute(
    sql`update subscriptions set opens_at = opens_at - ${ago}, open_until = open_until - ${ago},
      snoozed_until = snoozed_until - ${ago}, plan_since = plan_since - ${ago}`,
  )
  await db.execute(sql`update alert_preferences set paused_at = paused_at - ${ago}`)
  await db.execute(sql`update plans set covered_until = covered_until - ${ago}`)
  await db.execute(sql`update watches set cooldown_until = cooldown_until - ${ago}, silent_until = silent_until - ${ago},
    next_alert_at = next_alert_at - ${ago}, open_until = open_until - ${ago}`)
  await db.execute(
    sql`update passes set ends_at = ends_at - ${ago}, disputed_ends_at = disputed_ends_at - ${ago}`,
  )
  await db.execute(sql`update pass_windows set starts_at = starts_at - ${ago}, ends_at = ends_at - ${ago}`)
  await db.execute(
    sql`update alerts set triggered_at = triggered_at - ${ago}, republished_at = republished_at - ${ago},
      above_mark_at = above_mark_at - ${ago}, observed_at = observed_at - ${ago}`,
  )
  await db.execute(sql`update park_readings set read_at = read_at - ${ago}`)
  await db.execute(sql`
    update ride_levels set above_at = array(
      select at - ${ago} from unnest(above_at) with ordinality as u(at, mark) order by mark)`)
  await db.execute(sql`update outbox_batches set published_at = published_at - ${ago}`)
}

/** An AlertTriggered, checked against its contract. */
export const readable = (event: CloudEvent & { key: string }) => ({
  ...readData(alertTriggered, event),
  key: event.key,
})

export function aPark(rides = 1) {
  const parkId = randomUUID()
  return {
    parkId,
    name: 'Kingdom of Tests',
    destinationId: randomUUID(),
    destinationName: 'Test World',
    timezone: 'America/New_York',
    retired: false,
    attractions: Array.from({ length: rides }, (_, index) => ({
      rideId: randomUUID(),
      name: `Ride ${index + 1}`,
      retired: false,
    })),
  }
}
export type TestPark = ReturnType<typeof aPark>

export const catalogOf = (park: TestPark) => heard(parkCatalogChanged, park)

export type NewPass = Partial<DataOf<typeof passActivated>>

/** An email pass that is open now. */
export function aPass(park: TestPark, pass: NewPass = {}) {
  const email = pass.email ?? `${randomUUID()}@example.com`
  return heard(passActivated, {
    passId: randomUUID(),
    email,
    recipient: { channel: 'email', address: email },
    parkId: park.parkId,
    parkName: park.name,
    windows: [{ date: '2026-07-01', startsAt: at(-60), endsAt: at(23 * 60) }],
    paid: false,
    ...pass,
  })
}

export const passIdOf = (pass: Heard) => String(pass.event.data['passId'])

/** PassRevoked as billing publishes it when it erases the owner of the pass. */
export const erasureOf = (pass: Heard) => heard(passRevoked, { passId: passIdOf(pass), reason: 'erased' })

export type NewCoverage = Partial<DataOf<typeof planCoverageChanged>>

/** A plan that covers a month from now on. */
export function aPlan(plan: NewCoverage = {}) {
  return heard(planCoverageChanged, {
    planId: randomUUID(),
    email: `${randomUUID()}@example.com`,
    coveredUntil: at(30 * 24 * 60),
    version: 1,
    ...plan,
  })
}

/** The same plan as a later event says it. */
export const changed = (plan: Heard, data: NewCoverage) =>
  heard(planCoverageChanged, { ...(plan.event.data as DataOf<typeof planCoverageChanged>), ...data })

export const endOf = (plan: Heard, reason: 'cancelled' | 'unpaid' | 'erased' = 'cancelled') =>
  heard(planEnded, { planId: String(plan.event.data['planId']), reason, endedAt: at(0) })

type ReadingOf = DataOf<typeof waitTimeObserved>['rides'][number]

/** A ride of a park as a poll reads it: its index among the park's rides, and the fields that differ from the default. */
export type NewReading = Partial<ReadingOf> & { ride?: number }
export type NewPoll = Partial<Omit<DataOf<typeof waitTimeObserved>, 'rides' | 'parkId'>>

/** A trusted poll of an open park, just now: the waits of its first rides, or readings. */
export function aPoll(park: TestPark, rides: (number | null | NewReading)[], poll: NewPoll = {}): Heard {
  const observedAt = poll.observedAt ?? at(0)
  const readings = rides.map((ride, place): ReadingOf => {
    const { ride: index = place, ...reading } =
      typeof ride === 'object' && ride ? ride : { waitMinutes: ride }
    return {
      rideId: park.attractions[index]?.rideId ?? randomUUID(),
      name: park.attractions[index]?.name ?? 'A ride that is not in the catalogue',
      status: 'OPERATING',
      waitMinutes: 40,
      changedAt: at(-2),
      usualMinutes: null,
      ...reading,
    }
  })
  const data = { parkId: park.parkId, parkOpen: true, trusted: true, ...poll, observedAt, rides: readings }
  return heard(waitTimeObserved, data, deriveId(park.parkId, `${observedAt} ${randomUUID()}`))
}

/** A poll of one ride. */
export const aReading = (
  park: TestPark,
  waitMinutes: number | null,
  { parkOpen, trusted, observedAt, ...reading }: NewReading & NewPoll = {},
): Heard =>
  aPoll(park, [{ ride: 0, waitMinutes, ...reading }], {
    ...(parkOpen !== undefined && { parkOpen }),
    ...(trusted !== undefined && { trusted }),
    ...(observedAt !== undefined && { observedAt }),
  })

/** A poll in which the park's first ride runs again after a breakdown. */
export const aReopening = (park: TestPark, { waitMinutes = 40, ...rest }: NewReading & NewPoll = {}): Heard =>
  aReading(park, waitMinutes, { previousStatus: 'DOWN', ...rest })
