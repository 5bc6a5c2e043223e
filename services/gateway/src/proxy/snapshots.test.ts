import { expect, test } from 'vitest'
import { boardSnapshot, firstEventSnapshot } from './snapshots.ts'

const message = (readAt: string, ...rides: [id: string, waitMinutes: number][]) =>
  JSON.stringify({
    parkId: 'mk',
    readAt,
    isStale: false,
    rides: rides.map(([rideId, waitMinutes]) => ({ rideId, waitMinutes })),
  })

test('a board is sent with all changes since, in its own order', () => {
  const snapshot = boardSnapshot()
  snapshot.apply({ event: 'board', data: message('10:00', ['a', 40], ['b', 10]) })
  snapshot.apply({ event: 'rides', data: message('10:01', ['b', 20]) })
  expect(snapshot.read()?.toString()).toContain(message('10:01', ['a', 40], ['b', 20]))

  // More of them than are kept apart.
  for (let minute = 11; minute < 60; minute++) {
    snapshot.apply({ event: 'rides', data: message(`10:${minute}`, ['a', minute]) })
  }
  expect(snapshot.read()?.toString()).toBe(
    `event: board\ndata: ${message('10:59', ['a', 59], ['b', 20])}\n\n`,
  )
})

test('a whole board drops what was before it', () => {
  const snapshot = boardSnapshot()
  snapshot.apply({ event: 'board', data: message('10:00', ['a', 40]) })
  snapshot.apply({ event: 'rides', data: message('10:01', ['a', 20]) })
  snapshot.apply({ event: 'board', data: message('10:02', ['b', 5]) })
  expect(snapshot.read()?.toString()).toContain(message('10:02', ['b', 5]))
})

test('changes without a board before them make no board', () => {
  const snapshot = boardSnapshot()
  snapshot.apply({ event: 'rides', data: message('10:01', ['a', 20]) })
  expect(snapshot.read()).toBeNull()
})

test('news of the moment are not repeated to a viewer who comes later', () => {
  const snapshot = firstEventSnapshot()
  expect(snapshot.read()).toBeNull()
  snapshot.apply({ event: 'ready', data: '{}' })
  snapshot.apply({ event: 'mail', data: '{}' })
  expect(snapshot.read()?.toString()).toBe('event: ready\ndata: {}\n\n')
})
