import { expect, test } from 'vitest'
import { aRide } from '../../test/samples.ts'
import { bandOf, bandWord, byWait, roomOf } from './band.ts'

const reading = (waitMinutes: number | null) => aRide({ waitMinutes })

test.each([
  [0, 'walk', 'Walk on'],
  [5, 'short', 'Short'],
  [19, 'short', 'Short'],
  [20, 'moderate', 'Moderate'],
  [44, 'moderate', 'Moderate'],
  [45, 'long', 'Long'],
  [null, 'none', 'No data'],
])('a wait of %s is %s, in the words "%s"', (waitMinutes, band, word) => {
  expect(bandOf(reading(waitMinutes))).toBe(band)
  expect(bandWord(reading(waitMinutes))).toBe(word)
})

test.each([
  ['DOWN', 'Temporarily Closed'],
  ['CLOSED', 'Closed'],
  ['REFURBISHMENT', 'Refurbishment'],
  ['UNKNOWN', 'Unknown'],
] as const)('a ride that is %s says "%s", also while it still posts a wait', (status, word) => {
  const ride = aRide({ status, waitMinutes: 5 })
  expect(bandWord(ride)).toBe(word)
  expect(roomOf(ride)).toBe(4)
})

test("a status that is none of the four is said in the feed's own word", () => {
  expect(bandWord(aRide({ status: 'UNKNOWN', rawStatus: 'Opening soon', waitMinutes: null }))).toBe(
    'Opening soon',
  )
})

test('the board is in the order of the wait, and what does not run comes last', () => {
  const rides = [
    aRide({ name: 'closed', status: 'CLOSED', waitMinutes: null }),
    aRide({ name: 'long', waitMinutes: 60 }),
    aRide({ name: 'no data', waitMinutes: null }),
    aRide({ name: 'short', waitMinutes: 10 }),
    aRide({ name: 'walk on', waitMinutes: 0 }),
    aRide({ name: 'also short', waitMinutes: 10 }),
  ]
  const names = rides.toSorted(byWait).map(({ name }) => name)
  expect(names).toEqual(['walk on', 'also short', 'short', 'long', 'no data', 'closed'])
})
