import { expect, test } from 'vitest'
import { closestNames } from './closest-names.ts'

const RIDES = [
  'Space Mountain',
  'Big Thunder Mountain Railroad',
  'Splash Mountain',
  'Seven Dwarfs Mine Train',
  'Haunted Mansion',
  "Peter Pan's Flight",
  'TRON Lightcycle / Run',
]

test('a name that is written differently finds what it means first', () => {
  expect(closestNames('space mountian', RIDES)[0]).toBe('Space Mountain')
  expect(closestNames('Tron Lightcycle Run', RIDES)[0]).toBe('TRON Lightcycle / Run')
  expect(closestNames('Mine Train (Seven Dwarfs)', RIDES)[0]).toBe('Seven Dwarfs Mine Train')
  expect(closestNames('Peter Pan’s Flight', RIDES)[0]).toBe("Peter Pan's Flight")
})

test('at most three are named, the closest first', () => {
  expect(closestNames('Mountain', RIDES)).toEqual([
    'Space Mountain',
    'Splash Mountain',
    'Big Thunder Mountain Railroad',
  ])
})

test('a name that is like none names none, as one without letters does', () => {
  expect(closestNames('Enchanted Tiki Room', RIDES)).toEqual([])
  expect(closestNames('***', RIDES)).toEqual([])
})
