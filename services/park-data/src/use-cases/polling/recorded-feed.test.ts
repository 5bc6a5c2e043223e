import { liveBoardWithQueues } from '@walkon/contracts/http/live-queues'
import { parkShows } from '@walkon/contracts/http/park-day'
import { parkRestaurants } from '@walkon/contracts/http/park-restaurants'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { toTypographic } from '../../domain/display-names.ts'
import type { FeedRow } from '../../testing/feed-server.ts'
import { daySchedule, lakeResort, type Resort } from '../../testing/sample-feed.ts'
import { createParkDatabase, createWorld } from '../../testing/world.ts'

/** Answers of the real feed from April 2026. Its terms do not allow to publish them in this repository. */
const FOLDER = join(import.meta.dirname, '../../../../../../shared/data/themeparks')
const recorded = (name: string) =>
  JSON.parse(readFileSync(join(FOLDER, `magic-kingdom_${name}.json`), 'utf8'))

const database = await createParkDatabase()
afterAll(database.drop)

/** The rides that alert a visitor with the default threshold, after a baseline and a second reading. */
async function alertsOf(liveFile: string, schedule: FeedRow[]) {
  const { children, id, name, timezone } = recorded('children')
  const live: FeedRow[] = recorded(liveFile).liveData
  const resort: Resort = lakeResort()
  resort.parks[0] = { id, name, timezone, children, live, schedule }
  const newest = Math.max(...live.map(({ lastUpdated }) => Date.parse(String(lastUpdated))))
  const world = await createWorld(database, { resort, now: new Date(newest + 60_000) })
  try {
    await world.takeEvents()
    await world.pollAfter(5)
    const poll = (await world.takePolls()).find(({ parkId }) => parkId === id)
    const readings = poll?.rides ?? []
    const read = async (path: string) => (await world.app.inject(`/${id}${path}`)).json()
    const board = liveBoardWithQueues.parse(await read('/live'))
    const mayAlert = poll?.parkOpen === true && poll.trusted
    const alerts = readings.filter(
      ({ status, waitMinutes }) =>
        mayAlert && status === 'OPERATING' && Number(waitMinutes) >= 1 && Number(waitMinutes) <= 15,
    )
    return {
      readings,
      alerts: alerts.map(({ name: rideName }) => rideName),
      board: board.map((ride) => ride.name),
      queues: board.flatMap(({ queues }) => queues ?? []),
      tables: poll?.tables ?? [],
      restaurants: parkRestaurants.parse(await read('/restaurants')).restaurants,
      shows: parkShows.parse(await read('/shows')).shows,
    }
  } finally {
    await world.close()
  }
}

/** The same, read off the recording itself. */
function shortWaits(liveFile: string): string[] {
  const rows: {
    name: string
    entityType: string
    status?: string
    queue?: { STANDBY?: { waitTime: number | null } }
  }[] = recorded(liveFile).liveData
  return rows
    .filter(({ entityType, status }) => entityType === 'ATTRACTION' && status === 'OPERATING')
    .filter(({ queue }) => (queue?.STANDBY?.waitTime ?? 0) > 0 && (queue?.STANDBY?.waitTime ?? 0) <= 15)
    .map(({ name }) => toTypographic(name))
    .toSorted()
}

describe.skipIf(!existsSync(FOLDER))('a recorded answer of the feed', () => {
  test('a recording of an open park alerts exactly the rides at 1 to 15 minutes', async () => {
    const { readings, alerts, board } = await alertsOf(
      'live_operating_2026-04-14',
      daySchedule(['2026-04-14']),
    )
    expect(readings).toHaveLength(35)
    expect(alerts.toSorted()).toEqual(shortWaits('live_operating_2026-04-14'))
    expect(alerts).toHaveLength(13)
    expect(board).toHaveLength(33)
    expect(board).toContain('Big Thunder Mountain Railroad')
    expect(board).not.toContain('Cinderella Castle')
  })

  test('a recording from before a park opens alerts no ride', async () => {
    const { readings, alerts } = await alertsOf(
      'live_closed_2026-04-15',
      recorded('schedule_2026-04-15').schedule,
    )
    expect(readings).toHaveLength(35)
    expect(alerts).toEqual([])
  })

  test('a recording of an open park has its return times, and no paid one that is sold out', async () => {
    const { queues } = await alertsOf('live_operating_2026-04-14', daySchedule(['2026-04-14']))
    const free = queues.filter(({ kind }) => kind === 'RETURN_TIME')
    expect(free.filter(({ state }) => state === 'AVAILABLE')).toHaveLength(11)
    expect(free.filter(({ state, startsAt }) => state === 'FINISHED' && startsAt === undefined)).toHaveLength(
      6,
    )
    const withStart = free.filter(({ startsAt, endsAt }) => startsAt !== undefined && endsAt === undefined)
    expect(withStart).toHaveLength(11)
    expect(queues.filter(({ kind }) => kind === 'PAID_RETURN_TIME')).toEqual([
      { kind: 'PAID_RETURN_TIME', state: 'FINISHED', price: { amount: expect.any(Number), currency: 'USD' } },
      { kind: 'PAID_RETURN_TIME', state: 'FINISHED', price: { amount: expect.any(Number), currency: 'USD' } },
    ])
    expect(queues).toHaveLength(19)
  })

  test('a recording of an open park has 21 restaurants, four of them with tables by party size', async () => {
    const { restaurants, tables } = await alertsOf('live_operating_2026-04-14', daySchedule(['2026-04-14']))
    expect(restaurants).toHaveLength(21)
    expect(restaurants.filter(({ slug }) => slug === null)).toHaveLength(2)
    expect(tables).toHaveLength(4)
    expect(tables.find(({ name }) => name === 'Tony’s Town Square Restaurant')?.tables).toEqual([
      { partySize: 1, waitMinutes: 55 },
      { partySize: 2, waitMinutes: 55 },
    ])
  })

  test('a recording of an open park has 17 shows with their times and the waits of meetings', async () => {
    const { shows } = await alertsOf('live_operating_2026-04-14', daySchedule(['2026-04-14']))
    expect(shows).toHaveLength(17)
    expect(shows.find(({ name }) => name.startsWith('Meet Cinderella'))).toMatchObject({ waitMinutes: 15 })
    const pianist = shows.find(({ name }) => name === 'Casey’s Corner Pianist')
    expect(pianist?.times[0]).toEqual({
      type: 'Performance Time',
      startsAt: '2026-04-14T15:05:00.000Z',
      endsAt: null,
    })
  })

  test('a recording from before a park opens offers neither return times nor tables', async () => {
    const { queues, tables, restaurants } = await alertsOf(
      'live_closed_2026-04-15',
      recorded('schedule_2026-04-15').schedule,
    )
    expect(queues).toEqual([])
    expect(tables).toEqual([])
    expect(restaurants.filter((restaurant) => restaurant.tables !== null)).toEqual([])
  })
})
