import { expect, test } from 'vitest'
import { atAnyHour, meanSteps, slotsOf } from './slots.ts'

const hours = (from: number, usualMinutes: number) => ({
  startsAt: `2026-04-14T${from}:00:00Z`,
  endsAt: `2026-04-14T${from + 2}:00:00Z`,
  usualMinutes,
})
const ride = (name: string, shortest: ReturnType<typeof hours> | null, longest = hours(16, 60)) => ({
  rideId: name,
  name,
  shortest,
  longest: shortest && longest,
})

test('rides stand in the order of their shortest hours, and within them the one that costs most later first', () => {
  const day = {
    date: '2026-04-14',
    isOpen: true,
    rides: [
      ride('Evening', hours(20, 10)),
      ride('Small', hours(13, 10), hours(16, 20)),
      ride('Unknown', null),
      ride('Trail', hours(13, 0), hours(13, 0)),
      ride('Big', hours(13, 30), hours(16, 90)),
    ],
  }
  expect(slotsOf(day).map(({ startsAt, rides }) => [startsAt, rides.map(({ name }) => name)])).toEqual([
    ['2026-04-14T13:00:00Z', ['Big', 'Small']],
    ['2026-04-14T20:00:00Z', ['Evening']],
  ])
  expect(atAnyHour(day).map(({ name }) => name)).toEqual(['Trail'])
})

test('the wait of a park is the mean of its rides at each quarter of an hour, where half of them post one', () => {
  const rides = [
    {
      today: [
        [300, 20],
        [330, 40],
      ] as [number, number | null][],
    },
    {
      today: [
        [300, 40],
        [330, null],
      ] as [number, number | null][],
    },
    { today: [[330, null]] as [number, number | null][] },
  ]
  expect(meanSteps(rides, 300, 340)).toEqual([
    [300, 30],
    [315, 30],
    [330, null],
  ])
  expect(meanSteps([], 300, 310)).toEqual([[300, null]])
})
