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

test('of short rides the one furthest below its usual wait leads, and of equal drops the most wanted', () => {
  const wanted = Array.from({ length: 15 }, () =>
    aRide({ waitMinutes: 25, usualMinutes: 90, popularity: 90 }),
  )
  const show = aRide({ name: 'Always short', waitMinutes: 5, usualMinutes: 5, popularity: 99 })
  const fallen = aRide({ name: 'Fallen', waitMinutes: 15, usualMinutes: 45, popularity: 50 })
  const twin = aRide({ name: 'Less wanted', waitMinutes: 10, usualMinutes: 40, popularity: 40 })
  expect(homeBoard([show, ...wanted]).lead?.name).toBe('Always short')
  expect(homeBoard([show, twin, fallen, ...wanted]).lead?.name).toBe('Fallen')
})

test('a short ride above its usual wait, or without one, leads only where no other is below its own', () => {
  const above = aRide({ name: 'Above', waitMinutes: 15, usualMinutes: 10, popularity: 99 })
  const unknown = aRide({ name: 'Unknown', waitMinutes: 5, usualMinutes: null, popularity: 98 })
  const below = aRide({ name: 'Below', waitMinutes: 15, usualMinutes: 20, popularity: 1 })
  expect(homeBoard([above, unknown, below]).lead?.name).toBe('Below')
  expect(homeBoard([above, unknown]).lead?.name).toBe('Unknown')
})

test('under the plate are the next four drops and the most wanted rides whatever they are, the shortest wait first', () => {
  const drops = [60, 50, 40, 30, 20, 10].map((usualMinutes) =>
    aRide({ name: `Usually ${usualMinutes}`, waitMinutes: 5, usualMinutes, popularity: 10 }),
  )
  const quiet = Array.from({ length: 3 }, (_, n) =>
    aRide({ name: `Quiet ${n}`, waitMinutes: 5, usualMinutes: 5, popularity: 1 }),
  )
  const { lead, others } = homeBoard([
    ...quiet,
    ...drops,
    aRide({ name: 'Long and wanted', waitMinutes: 90, usualMinutes: 80, popularity: 95 }),
    aRide({ name: 'Wanted and moderate', waitMinutes: 40, usualMinutes: 30, popularity: 90 }),
    aRide({ name: 'Wanted and always short', waitMinutes: 0, usualMinutes: 0, popularity: 80 }),
    aRide({ name: 'Wanted but closed', status: 'CLOSED', waitMinutes: null, popularity: 99 }),
  ])
  expect(lead?.name).toBe('Usually 60')
  expect(others.map(({ name }) => name)).toEqual([
    'Wanted and always short',
    'Quiet 0',
    'Usually 10',
    'Usually 20',
    'Usually 30',
    'Usually 40',
    'Usually 50',
    'Wanted and moderate',
    'Long and wanted',
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

test('while no short wait is news, the best moment of today that is gone leads, and its ride stays among the others', () => {
  const tron = aRide({
    name: 'TRON',
    waitMinutes: 65,
    popularity: 90,
    today: [
      [300, 85],
      [724, 5],
      [728, 65],
    ],
  })
  const wanted = Array.from({ length: 9 }, () => aRide({ waitMinutes: 40, popularity: 80 }))
  const theatre = aRide({ name: 'Theatre', waitMinutes: 5, usualMinutes: 15, popularity: 1 })
  const { lead, gone, others } = homeBoard([theatre, tron, ...wanted])
  expect(lead).toBeUndefined()
  expect(gone).toMatchObject({ ride: tron, waitMinutes: 5 })
  expect(others).toContain(tron)
})

test('a park in which nothing runs leads with nothing', () => {
  const today: [number, number][] = [
    [300, 85],
    [724, 5],
    [728, 85],
  ]
  const closed = aRide({ status: 'CLOSED', waitMinutes: null, today })
  expect(homeBoard([closed])).toMatchObject({ lead: undefined, gone: null })
})
