import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestFeed, type TestFeed } from '../testing/feed-client.ts'
import { FLUME, rideRow } from '../testing/sample-feed.ts'

let server: TestFeed['server']
let answerRows: TestFeed['answerRows']
let liveRows: TestFeed['liveRows']
let warnings: TestFeed['warnings']
beforeEach(async () => {
  ;({ server, answerRows, liveRows, warnings } = await startTestFeed())
})
afterEach(() => server.close())

describe('rows that make no sense', () => {
  test('a row without an id is dropped and logged once, and the others count', async () => {
    answerRows(
      { entityType: 'ATTRACTION', name: 'Nameless' },
      rideRow({ id: FLUME, name: 'Log Flume', wait: 10 }),
    )
    expect(await liveRows()).toMatchObject([{ rideId: FLUME, waitMinutes: 10 }])
    await liveRows()
    expect(warnings).toMatchObject([{ row: 'row 0', msg: 'row of the feed dropped' }])
  })

  test.for([
    null,
    7,
    'ride',
    [],
    { entityType: 'ATTRACTION', id: 'not-a-uuid' },
    { entityType: 'ATTRACTION', id: 7 },
  ])('a row that is %o is dropped', async (row) => {
    answerRows(row, rideRow({ id: FLUME, name: 'Log Flume', wait: 10 }))
    expect((await liveRows()).map(({ rideId }) => rideId)).toEqual([FLUME])
  })

  test.for([-5, 480, 301, '15', null, Number.NaN])('a wait of %o is no reading', async (wait) => {
    answerRows(rideRow({ id: FLUME, name: 'Log Flume', wait }))
    expect(await liveRows()).toMatchObject([{ waitMinutes: null, status: 'OPERATING', hasQueue: true }])
  })

  test('a queue of another kind counts as a queue without a wait', async () => {
    const queue = { RETURN_TIME: { state: 'AVAILABLE', returnStart: null, returnEnd: null } }
    answerRows({ ...rideRow({ id: FLUME, name: 'Log Flume' }), queue })
    expect(await liveRows()).toMatchObject([{ waitMinutes: null, hasQueue: true }])
  })

  test.for([[], 'full', 7])('a queue that is %o does not count as a queue', async (queue) => {
    answerRows({ ...rideRow({ id: FLUME, name: 'Log Flume' }), queue })
    expect(await liveRows()).toMatchObject([{ waitMinutes: null, hasQueue: false }])
  })

  test('a status that is not in the list is UNKNOWN, and keeps its word', async () => {
    answerRows(rideRow({ id: FLUME, name: 'Log Flume', status: 'VIRTUAL_QUEUE_ONLY', wait: 5 }))
    expect(await liveRows()).toMatchObject([{ status: 'UNKNOWN', rawStatus: 'VIRTUAL_QUEUE_ONLY' }])
  })

  test('a ride that is listed twice counts once', async () => {
    answerRows(
      rideRow({ id: FLUME, name: 'Log Flume', wait: 10, at: '2026-07-14T15:00:00Z' }),
      rideRow({ id: FLUME, name: 'Log Flume', wait: 20, at: '2026-07-14T15:59:00Z' }),
    )
    expect(await liveRows()).toMatchObject([{ rideId: FLUME, waitMinutes: 20 }])
  })

  test('ids are lower-cased, as PostgreSQL returns them', async () => {
    answerRows(rideRow({ id: FLUME.toUpperCase(), name: 'Log Flume', wait: 10 }))
    expect((await liveRows())[0]?.rideId).toBe(FLUME)
  })
})
