import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { toTypographic } from '../domain/display-names.ts'
import type { FeedRow } from '../testing/feed-server.ts'
import { daySchedule, lakeResort, type Resort } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld } from '../testing/world.ts'

/** Answers of the real feed from April 2026. Its terms do not allow to publish them in this repository. */
const FOLDER = join(import.meta.dirname, '../../../../../shared/data/themeparks')
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
    const board: { name: string }[] = (await world.app.inject(`/${id}/live`)).json()
    const mayAlert = poll?.parkOpen === true && poll.trusted
    const alerts = readings.filter(
      ({ status, waitMinutes }) =>
        mayAlert && status === 'OPERATING' && Number(waitMinutes) >= 1 && Number(waitMinutes) <= 15,
    )
    return {
      readings,
      alerts: alerts.map(({ name: rideName }) => rideName),
      board: board.map((ride) => ride.name),
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
})
