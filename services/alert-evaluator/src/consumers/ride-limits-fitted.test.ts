import { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { heard } from '@walkon/testing/service'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPass,
  aPoll,
  aReading,
  aReopening,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'
import { createSubscriptionCalls } from '../testing/subscriptions.ts'

const { app, hear, build, triggered, passTime, startWithPark, close } = await createTestEvaluator()
const calls = createSubscriptionCalls(app)
afterAll(close)

const ADA = 'ada@example.com'
const HOURS = Array.from({ length: 24 }, () => null)
const NO_LIMIT: (number | null)[] = HOURS

let park: TestPark
let subscription: SubscriptionView
const ride = (index: number) => park.attractions[index]?.rideId ?? ''

/** The same limit at every hour. */
const always = (minutes: number) => HOURS.map(() => minutes)
const limitsOf = (
  rides: { rideId: string; weekday: (number | null)[]; weekend: (number | null)[] }[],
  fittedAt = new Date().toISOString(),
) => heard(rideLimitsFitted, { parkId: park.parkId, fittedAt, rides })
const fit = (minutes: number, index = 0) =>
  limitsOf([{ rideId: ride(index), weekday: always(minutes), weekend: always(minutes) }])

const choose = async (...choices: object[]) =>
  (await calls.choose(subscription.id, choices, ADA)).json<SubscriptionView>()
const watchOf = ({ watches }: SubscriptionView, index = 0) =>
  watches.find(({ rideId }) => rideId === ride(index)) as WatchView
const shown = async () => {
  const [first] = (await calls.ask(ADA)).json<SubscriptionView[]>()
  return watchOf(first as SubscriptionView)
}

beforeEach(async () => {
  park = await startWithPark(2)
  await hear([aPass(park, { email: ADA })])
  const [first] = (await calls.ask(ADA)).json<SubscriptionView[]>()
  subscription = first as SubscriptionView
})

test('a limit that fits the ride alerts up to what is short for it, and says so in minutes', async () => {
  await hear([fit(30)])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })

  await hear([aReading(park, 31)])
  expect(await triggered()).toEqual([])
  await hear([aReading(park, 30, { usualMinutes: 45 })])

  expect(await triggered()).toMatchObject([
    { alerts: [{ waitMinutes: 30, thresholdMinutes: 30, limit: 'fit', usualMinutes: 45 }] },
  ])
})

test('a ride that always posts 10 minutes stays quiet', async () => {
  await hear([fit(5)])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })

  await hear([aReading(park, 10)])

  expect(await triggered()).toEqual([])
})

test('of two rides in one poll each is judged by its own limit, beside limits in minutes', async () => {
  await hear([fit(60, 0), fit(20, 1)])
  await choose(
    { rideId: ride(0), active: true, limit: 'fit' },
    { rideId: ride(1), active: true, thresholdMinutes: 25 },
  )

  await hear([aPoll(park, [55, 25])])

  const [message] = await triggered()
  expect(message?.alerts).toMatchObject([
    { rideName: 'Ride 2', thresholdMinutes: 25 },
    { rideName: 'Ride 1', thresholdMinutes: 60, limit: 'fit' },
  ])
  expect(message?.alerts[0]?.limit ?? null).toBeNull()
})

test('without enough history the default of 15 minutes holds, and the answer says so', async () => {
  await hear([limitsOf([{ rideId: ride(0), weekday: NO_LIMIT, weekend: NO_LIMIT }])])
  const chosen = await choose({ rideId: ride(0), active: true, limit: 'fit' })
  expect(watchOf(chosen)).toMatchObject({ limit: 'fit', thresholdMinutes: 15, isFitted: false })

  await hear([aReading(park, 16)])
  expect(await triggered()).toEqual([])
  await hear([aReading(park, 15)])

  const [message] = await triggered()
  expect(message?.alerts).toMatchObject([{ thresholdMinutes: 15 }])
  expect(message?.alerts[0]?.limit ?? null).toBeNull()
})

test('the limit is that of the hour and the class of days in the park, and no watch is written when the hour turns', async () => {
  const observedAt = new Date()
  const local = Temporal.Instant.fromEpochMilliseconds(observedAt.getTime()).toZonedDateTimeISO(park.timezone)
  const thisHour = HOURS.map((_, hour) => (hour === local.hour ? 60 : 5))
  const today =
    local.dayOfWeek >= 6
      ? { weekday: always(5), weekend: thisHour }
      : { weekday: thisHour, weekend: always(5) }
  await hear([limitsOf([{ rideId: ride(0), ...today }])])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })

  await hear([aReading(park, 60, { observedAt: observedAt.toISOString() })])

  expect(await triggered()).toMatchObject([{ alerts: [{ thresholdMinutes: 60, limit: 'fit' }] }])
})

test('a new limit decides from the next reading on, and an older one that comes late does not', async () => {
  await choose({ rideId: ride(0), active: true, limit: 'fit' })
  await hear([fit(50)])
  await hear([
    limitsOf([{ rideId: ride(0), weekday: always(5), weekend: always(5) }], '2026-01-01T00:00:00Z'),
  ])

  expect(await shown()).toMatchObject({ limit: 'fit', thresholdMinutes: 50, isFitted: true })
  await hear([aReading(park, 50)])
  expect(await triggered()).toHaveLength(1)
})

test('limits that are delivered twice are saved once', async () => {
  const limits = fit(40)
  await hear([limits])
  await hear([limits])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })
  expect(await shown()).toMatchObject({ thresholdMinutes: 40 })
})

test('a limit in minutes ends a fitted one, and a choice without either keeps it', async () => {
  await hear([fit(30)])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })

  expect(watchOf(await choose({ rideId: ride(0), active: true }))).toMatchObject({ limit: 'fit' })
  const back = watchOf(await choose({ rideId: ride(0), active: true, thresholdMinutes: 20 }))

  expect(back).toMatchObject({ thresholdMinutes: 20 })
  expect(back).not.toHaveProperty('limit')
})

test('a fitted watch cools down after its alert, and may alert again afterwards', async () => {
  await hear([fit(30)])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })
  await hear([aReading(park, 25)])

  await hear([aReading(park, 25)], build().handlers)
  expect(await triggered()).toHaveLength(1)
  await passTime(61)
  await hear([aReading(park, 25)], build().handlers)

  expect(await triggered()).toHaveLength(2)
})

test('a fitted watch alerts of a reopening only where the visitor asked for it', async () => {
  await hear([fit(30)])
  await choose({ rideId: ride(0), active: true, limit: 'fit' })
  await hear([aReopening(park)])
  expect(await triggered()).toEqual([])

  await choose({ rideId: ride(0), active: true, limit: 'fit', onReopen: true })
  await hear([aReopening(park)])
  expect(await triggered()).toMatchObject([{ alerts: [{ kind: 'reopened', thresholdMinutes: 30 }] }])
})

test('400: a limit that is neither fit nor absent is refused', async () => {
  const response = await calls.choose(subscription.id, [{ rideId: ride(0), active: true, limit: 'low' }], ADA)
  expect(response.statusCode).toBe(400)
})
