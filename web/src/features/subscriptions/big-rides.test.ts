import { expect, test } from 'vitest'
import { aSubscription, aWatch } from '../../test/samples.ts'
import { areChosenAlone, bigRidesOf, withRidesAlone } from './big-rides.ts'

const rides = (count: number) => Array.from({ length: count }, (_, index) => aWatch(`Ride ${index}`))

const popularityIn = (watches: { rideId: string }[]) => (rideId: string) =>
  watches.findIndex((watch) => watch.rideId === rideId)

test('the big ones are the most wanted third', () => {
  const watches = rides(9)
  const big = bigRidesOf(watches, popularityIn(watches))
  expect(big.map(({ rideName }) => rideName)).toEqual(['Ride 8', 'Ride 7', 'Ride 6'])
})

test('a park with many rides has ten big ones', () => {
  const watches = rides(40)
  expect(bigRidesOf(watches, popularityIn(watches))).toHaveLength(10)
})

test('a park whose rides nobody knows has no big ones', () => {
  expect(bigRidesOf(rides(3), () => -1)).toEqual([])
})

test('choosing the big ones takes every other ride out', () => {
  const watches = rides(6)
  const subscription = aSubscription({ watches })
  const big = watches.slice(4)
  expect(areChosenAlone(subscription, big)).toBe(false)
  const chosen = withRidesAlone(subscription, big)
  expect(chosen.watches.map(({ active }) => active)).toEqual([false, false, false, false, true, true])
  expect(areChosenAlone(chosen, big)).toBe(true)
})
