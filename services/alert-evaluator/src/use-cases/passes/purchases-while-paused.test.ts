import { parkDayAt } from '@walkon/service/park-day'
import type { Heard } from '@walkon/testing/service'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../../testing/evaluator.ts'
import { createPreferenceCalls, middayTimezone, timezoneAt } from '../../testing/preferences.ts'

const { app, clear, close, hear, passTime, triggered } = await createTestEvaluator()
afterAll(close)
const { read, pause } = createPreferenceCalls(app)

const ADA = 'ada@example.com'
const DAY_MINUTES = 24 * 60
const MINUTE_MS = 60_000

let [park, other]: [TestPark, TestPark] = [aPark(), aPark()]
beforeEach(async () => {
  await clear()
  park = { ...aPark(), timezone: middayTimezone() }
  other = { ...aPark(), timezone: middayTimezone() }
  await hear([catalogOf(park), catalogOf(other)])
})

const alertedParks = async () => (await triggered()).map(({ parkId }) => parkId)

describe('a purchase while paused', () => {
  const boughtAt = (pass: Heard, minutes: number): Heard => ({
    ...pass,
    event: { ...pass.event, occurredAt: new Date(at(minutes)) },
  })
  beforeEach(async () => {
    await hear([aPass(park, { email: ADA })])
    await pause(ADA)
  })
  const pausedParks = async () => (await read(ADA)).pausedParks.map(({ parkId }) => parkId)

  /** A park of the paused visitor in which the clock shows this hour. */
  async function pausedParkAt(hour: number): Promise<TestPark> {
    const late = { ...aPark(), timezone: timezoneAt(hour) }
    await hear([catalogOf(late)])
    await hear([aPass(late, { email: ADA })])
    await pause(ADA)
    return late
  }

  test('for today ends the pause in all parks', async () => {
    await hear([boughtAt(aPass(other, { email: ADA }), 1)])
    expect((await read(ADA)).pausedParks).toEqual([])
    await hear([aReading(park, 5), aReading(other, 5)])
    expect((await alertedParks()).toSorted()).toEqual([park.parkId, other.parkId].toSorted())
  })

  test('for another day leaves the pause', async () => {
    const windows = [{ date: '2026-07-02', startsAt: at(DAY_MINUTES), endsAt: at(2 * DAY_MINUTES) }]
    await hear([boughtAt(aPass(other, { email: ADA, windows }), 1)])
    await hear([aReading(park, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('that was made before the pause and is heard after it leaves the pause, for its park too', async () => {
    await hear([boughtAt(aPass(other, { email: ADA }), -1)])
    await hear([aReading(park, 5), aReading(other, 5)])
    expect(await alertedParks()).toEqual([])
  })

  test('of another visitor leaves the pause', async () => {
    await hear([boughtAt(aPass(park, { email: 'oscar@example.com' }), 1)])
    expect((await read(ADA)).pausedParks).toHaveLength(1)
  })

  test('after midnight for the day that has begun ends the pause of the evening before', async () => {
    const late = await pausedParkAt(0)
    await passTime(90)
    expect(await pausedParks()).toContain(late.parkId)

    const windows = [{ date: '2026-07-02', startsAt: at(0), endsAt: at(DAY_MINUTES) }]
    await hear([boughtAt(aPass(late, { email: ADA, windows }), 0)])
    expect(await pausedParks()).toEqual([])
  })

  test('in the evening for tomorrow, which begins before the pause ends, leaves the pause', async () => {
    const late = await pausedParkAt(22)
    const midnight = new Date(parkDayAt(new Date(), late.timezone).endsAt.getTime() - 4 * 60 * MINUTE_MS)
    const endsAt = new Date(midnight.getTime() + DAY_MINUTES * MINUTE_MS).toISOString()
    const windows = [{ date: '2026-07-02', startsAt: midnight.toISOString(), endsAt }]
    await hear([boughtAt(aPass(late, { email: ADA, windows }), 1)])
    expect(await pausedParks()).toContain(late.parkId)
  })
})
