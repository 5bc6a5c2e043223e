import { expect, test } from 'vitest'
import { aRide, MAGIC_KINGDOM } from '../../test/samples.ts'
import { applyMessage, homeBoard } from './board.ts'

const message = (rides: ReturnType<typeof aRide>[], readAt = '2026-04-14T18:00:00Z') => ({
  parkId: MAGIC_KINGDOM,
  readAt,
  isStale: false,
  rides,
})

test('a message of changed rides leaves the others as they were, and moves the age of the board', () => {
  const [space, haunted] = [aRide({ name: 'Space Mountain' }), aRide({ name: 'Haunted Mansion' })]
  const board = applyMessage(undefined, 'board', message([space, haunted]))
  const changed = applyMessage(
    board,
    'rides',
    message([{ ...space, waitMinutes: 10 }], '2026-04-14T18:01:00Z'),
  )
  expect(changed?.rides.map(({ waitMinutes }) => waitMinutes)).toEqual([10, 30])
  expect(changed?.readAt).toBe('2026-04-14T18:01:00Z')
})

test('a ride that is new on the board joins it', () => {
  const board = applyMessage(undefined, 'board', message([aRide()]))
  expect(applyMessage(board, 'rides', message([aRide()]))?.rides).toHaveLength(2)
})

test('changes without a board before them make no board of a few rides', () => {
  expect(applyMessage(undefined, 'rides', message([aRide()]))).toBeUndefined()
})

test('a new whole board drops rides that are gone', () => {
  const board = applyMessage(undefined, 'board', message([aRide(), aRide()]))
  expect(applyMessage(board, 'board', message([aRide()]))?.rides).toHaveLength(1)
})

test('a short ride leads while there is one, and of several the most wanted', () => {
  const wanted = Array.from({ length: 15 }, () => aRide({ waitMinutes: 25, popularity: 90 }))
  const quiet = aRide({ name: 'Quiet', waitMinutes: 0, popularity: 1 })
  const fallen = aRide({ name: 'Fallen', waitMinutes: 15, popularity: 50 })
  expect(homeBoard([quiet, ...wanted]).lead?.name).toBe('Quiet')
  expect(homeBoard([quiet, fallen, ...wanted]).lead?.name).toBe('Fallen')
})

test('under the plate short rides come first, then the most wanted ones', () => {
  const ride = (name: string, waitMinutes: number, popularity: number) =>
    aRide({ name, waitMinutes, popularity })
  const { others } = homeBoard([
    ride('Long and wanted', 90, 95),
    ride('Quiet and short', 5, 10),
    ride('Lead', 10, 60),
    aRide({ name: 'Wanted but closed', status: 'CLOSED', waitMinutes: null, popularity: 99 }),
    ride('Moderate', 30, 40),
    ride('Walk-through', 0, 0),
  ])
  expect(others.map(({ name }) => name)).toEqual([
    'Quiet and short',
    'Walk-through',
    'Long and wanted',
    'Moderate',
    'Wanted but closed',
  ])
})

test('while no ride is short, the shortest of the wanted ones leads', () => {
  const wanted = Array.from({ length: 10 }, (_, n) =>
    aRide({ name: `Wanted ${n}`, waitMinutes: 40 + n, popularity: 90 }),
  )
  const quiet = aRide({ name: 'Quiet', waitMinutes: 20, popularity: 1 })
  const { lead, others } = homeBoard([quiet, ...wanted])
  expect(lead?.name).toBe('Wanted 0')
  expect(others).toHaveLength(9)
})

test('a park whose rides all stand still has no leading ride', () => {
  expect(homeBoard([aRide({ status: 'CLOSED', waitMinutes: null })]).lead).toBeUndefined()
})
