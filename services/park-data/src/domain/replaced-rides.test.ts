import { expect, test } from 'vitest'
import { matchReplacements } from './replaced-rides.ts'

test('one old and one new ride of a name are one ride', () => {
  const gone = [
    { id: 'a', name: 'Comet' },
    { id: 'b', name: 'Flume' },
  ]
  const fresh = [
    { id: 'x', name: ' comet' },
    { id: 'y', name: 'Carousel' },
  ]
  expect(matchReplacements(gone, fresh)).toEqual([{ oldId: 'a', newId: 'x' }])
})

test.for([
  [['a', 'b'], ['x']],
  [['a'], ['x', 'y']],
] as const)('a name that %o have gone with and %o come with matches nothing', ([gone, fresh]) => {
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: 'Theater' }))
  expect(matchReplacements(named(gone), named(fresh))).toEqual([])
})
