import { passEnded } from '@walkon/contracts/events/alerts'
import { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import { heard } from '@walkon/testing/service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPass,
  aPoll,
  at,
  createTestEvaluator,
  type NewReading,
  type TestPark,
} from '../testing/evaluator.ts'

const { build, hear, jobs, passTime, published, startWithPark, triggered, close } =
  await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  park = await startWithPark(1)
})

const rideId = () => park.attractions[0]?.rideId ?? ''
const anHour = { date: '2026-07-01', startsAt: at(-30), endsAt: at(30) }

/** A pass of an hour that watches the ride up to a limit. */
const buy = (thresholdMinutes: number) =>
  hear([aPass(park, { windows: [anHour], watches: [{ rideId: rideId(), thresholdMinutes }] })])

/** Polls a minute apart. */
async function poll(...waits: (number | NewReading | null)[]): Promise<void> {
  for (const wait of waits) {
    await hear([aPoll(park, [wait])])
    await passTime(1)
  }
}

/** True if the alert counts, as PassEnded says it. */
async function countsAtTheEnd(): Promise<(boolean | undefined)[]> {
  await passTime(60)
  await jobs.find(({ name }) => name === 'end-passes')?.run(AbortSignal.timeout(10_000))
  return (await published(passEnded)).flatMap(({ alerts }) => alerts.map(({ counts }) => counts))
}

const HOURS = Array.from({ length: 24 }, () => null)
const usually = (medianMinutes: number | null) =>
  hear([
    heard(rideLimitsFitted, {
      parkId: park.parkId,
      fittedAt: at(0),
      rides: [{ rideId: rideId(), weekday: HOURS, weekend: HOURS, medianMinutes }],
    }),
  ])

test.for<[string, number, (number | null)[], boolean]>([
  ['that was short in the first reading of the window does not count', 15, [10], false],
  ['that fell in the window counts', 15, [40, 10], true],
  ['with a limit of 40 counts by it where it stands above 15', 40, [35], true],
  ['with a limit of 40 that was at 10 from the beginning does not count', 40, [10], false],
  ['with a limit of 5 counts where it was at 10 before', 5, [10, 5], true],
])('an alert of a ride %s', async ([, limit, waits, counts]) => {
  await buy(limit)
  await poll(...waits)

  expect(await triggered()).toHaveLength(1)
  expect(await countsAtTheEnd()).toEqual([counts])
})

test('a fall before the window is no news of it', async () => {
  await poll(60, 10)
  await passTime(40)
  await buy(15)

  await poll(10)

  expect(await countsAtTheEnd()).toEqual([false])
})

test.for<[string, number, boolean]>([
  ['above the mark counts', 35, true],
  ['at the mark does not count', 10, false],
])(
  'an alert of a reading from right before the window, which came late, with a wait %s',
  async ([, wait, counts]) => {
    await poll(60)
    await hear([
      aPass(park, {
        windows: [{ ...anHour, startsAt: at(0) }],
        watches: [{ rideId: rideId(), thresholdMinutes: 40 }],
      }),
    ])
    await hear([aPoll(park, [wait], { observedAt: at(-0.5) })])

    expect(await triggered()).toHaveLength(1)
    expect(await countsAtTheEnd()).toEqual([counts])
  },
)

test('an alert of a ride that rose in the window and fell again counts, beside an earlier one that does not', async () => {
  const windows = [{ ...anHour, endsAt: at(240) }]
  await hear([aPass(park, { windows, watches: [{ rideId: rideId() }] })])
  await poll(10, 40)
  await passTime(60)
  // The cache of another evaluator knows of no cooldown.
  await hear([aPoll(park, [10])], build().handlers)
  await passTime(240)

  expect(await countsAtTheEnd()).toEqual([false, true])
})

test.for<[string, number | null, boolean]>([
  ['that is at its mark half of the time does not count', 15, false],
  ['that is usually above its mark counts', 20, true],
  ['without enough history counts', null, true],
])('an alert of a ride %s', async ([, median, counts]) => {
  await usually(median)
  await buy(15)
  await poll(40, 10)

  expect(await countsAtTheEnd()).toEqual([counts])
})

test('a reading that is not trusted is no first reading', async () => {
  await buy(15)
  await hear([aPoll(park, [60], { trusted: false })])
  await passTime(1)
  await poll(10)

  expect(await countsAtTheEnd()).toEqual([false])
})

test('polls that come together are read in their order', async () => {
  await buy(15)
  const [earlier, later] = [
    aPoll(park, [40], { observedAt: at(-2) }),
    aPoll(park, [10], { observedAt: at(-1) }),
  ]
  await hear([later, earlier])

  expect(await countsAtTheEnd()).toEqual([true])
})
