import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cutByMinutes, MINUTES, sumMinutes } from './support/shards-by-minutes.ts'

const journeys = readdirSync(join(import.meta.dirname, 'e2e')).filter((name) => name.endsWith('.test.ts'))

test.for([1, 2, 3])('each journey is in one of %d shards, whatever the order of the files', (count) => {
  const shards = cutByMinutes(journeys, count)

  expect(shards.flat().toSorted()).toEqual(journeys.toSorted())
  expect(cutByMinutes(journeys.toReversed(), count)).toEqual(shards)
})

test('of two shards none takes half a minute longer than the other', () => {
  const [one = 0, other = 0] = cutByMinutes(journeys, 2).map(sumMinutes)

  expect(Math.abs(one - other)).toBeLessThan(0.5)
})

test('the files whose minutes are known are there', () => {
  expect(Object.keys(MINUTES).filter((name) => !journeys.includes(name))).toEqual([])
})
