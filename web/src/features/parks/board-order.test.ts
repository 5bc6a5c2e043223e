import { expect, test } from 'vitest'
import { aRide } from '../../test/samples.ts'
import { inOrder, readWanted, wantedRides, withWanted } from './board-order.ts'

const RIDES = [
  aRide({ name: 'Carousel', waitMinutes: 5, usualMinutes: 10, popularity: 8 }),
  aRide({ name: 'Big Thunder', status: 'DOWN', waitMinutes: null, usualMinutes: 60, popularity: 50 }),
  aRide({ name: 'Space Mountain', waitMinutes: 30, usualMinutes: 70, popularity: 60 }),
  aRide({ name: 'Astro Orbiter', waitMinutes: 40, usualMinutes: null, popularity: 20 }),
]

test.for([
  ['wait', ['Carousel', 'Space Mountain', 'Astro Orbiter', 'Big Thunder']],
  ['drop', ['Space Mountain', 'Carousel', 'Astro Orbiter', 'Big Thunder']],
  ['wanted', ['Space Mountain', 'Astro Orbiter', 'Carousel', 'Big Thunder']],
  ['name', ['Astro Orbiter', 'Big Thunder', 'Carousel', 'Space Mountain']],
] as const)('in the order "%s" the rides are %o', ([order, names]) => {
  expect(inOrder(RIDES, order).map(({ name }) => name)).toEqual(names)
})

test('an address keeps the choice beside what it has, and names nothing that is as at first', () => {
  const address = new URLSearchParams('park=1&ride=2')
  const wanted = { name: ' dumbo ', isOpenOnly: true, order: 'drop' } as const
  const kept = withWanted(address, wanted)
  expect(kept.toString()).toBe('park=1&ride=2&q=dumbo&open=1&sort=drop')
  expect(readWanted(kept)).toEqual({ ...wanted, name: 'dumbo' })
  expect(withWanted(kept, { name: '', isOpenOnly: false, order: 'wait' }).toString()).toBe('park=1&ride=2')
})

test('an order that does not exist is the shortest wait first', () => {
  expect(readWanted(new URLSearchParams('sort=constructor')).order).toBe('wait')
})

test.for(["na'vi river", 'NAVI', 'river na’vi', 'na\u00b4vi'])(
  'the search of a board finds a ride whose name was typed as "%s"',
  (name) => {
    const ride = aRide({ name: 'Na’vi River Journey' })
    expect(wantedRides([ride, ...RIDES], { name, isOpenOnly: false, order: 'wait' })).toEqual([ride])
  },
)
