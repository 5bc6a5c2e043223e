import { parkWatchChanged } from '@walkon/contracts/events/alerts'
import { passActivated, passRestored, passRevoked } from '@walkon/contracts/events/billing'
import { companionWatchChanged } from '@walkon/contracts/events/planner'
import { applyRecords } from '@walkon/messaging/inbox'
import { anEvent, aRecord } from '@walkon/testing/events'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LAKE, NORTH } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
  world.feed.takeRequests()
})
afterEach(() => world.close())

const passId = randomUUID()
const at = (minutes: number) => new Date(world.clock.now.getTime() + minutes * 60_000).toISOString()

type Bought = { parkId?: string; from?: number; to?: number }

async function activate(
  { parkId = NORTH, from = 0, to = 24 * 60 }: Bought = {},
  definition: typeof passActivated | typeof passRestored = passActivated,
) {
  const event = anEvent(definition, {
    passId,
    email: 'visitor@example.com',
    recipient: { channel: 'email', address: 'visitor@example.com' },
    parkId,
    parkName: 'North',
    windows: [{ date: '2026-07-14', startsAt: at(from), endsAt: at(to) }],
    paid: false,
  })
  await applyRecords(world.db, world.handlers, [aRecord(event, definition)])
}

async function revoke() {
  const event = anEvent(passRevoked, { passId, reason: 'refunded' })
  await applyRecords(world.db, world.handlers, [aRecord(event, passRevoked)])
}

const subscriptionId = randomUUID()

async function watchByPlan(watchedUntil: string | null) {
  const event = anEvent(parkWatchChanged, { subscriptionId, parkId: NORTH, watchedUntil })
  await applyRecords(world.db, world.handlers, [aRecord(event, parkWatchChanged)])
}

/** How often the lake is polled in ten minutes. */
async function readsInTenMinutes(): Promise<number> {
  for (let minute = 1; minute <= 10; minute++) {
    await world.run('watch-readers')
    await world.pollAfter(1)
  }
  return world.feed.takeRequests('/live').length
}

test('a destination without a reader is polled every five minutes', async () => {
  expect(await readsInTenMinutes()).toBe(2)
})

test('a destination with an active pass is polled every minute', async () => {
  await activate()
  expect(await readsInTenMinutes()).toBe(10)
})

test('a destination of a park that a plan alone has watched is polled every minute', async () => {
  await watchByPlan(at(24 * 60))
  expect(await readsInTenMinutes()).toBe(10)
})

test('a destination of a park that the companion alone watches is polled every minute, until it watches no longer', async () => {
  const watch = async (watchedUntil: string | null) => {
    const event = anEvent(companionWatchChanged, { parkId: NORTH, watchedUntil })
    await applyRecords(world.db, world.handlers, [aRecord(event, companionWatchChanged)])
  }
  await watch(at(24 * 60))
  expect(await readsInTenMinutes()).toBe(10)
  await watch(at(-1))
  expect(await readsInTenMinutes()).toBe(2)
  await watch(at(24 * 60))
  await watch(null)
  expect(await readsInTenMinutes()).toBe(2)
})

test('a park that a plan had watched does not count as a reader after the plan, or once it is stopped', async () => {
  await watchByPlan(at(-1))
  expect(await readsInTenMinutes()).toBe(2)
  await watchByPlan(at(24 * 60))
  await watchByPlan(null)
  expect(await readsInTenMinutes()).toBe(2)
})

test('a pass does not count as a reader before the day of its window or after it', async () => {
  await activate({ from: 24 * 60, to: 48 * 60 })
  expect(await readsInTenMinutes()).toBe(2)
  await activate({ from: -120, to: -60 })
  expect(await readsInTenMinutes()).toBe(2)
})

test('a pass that is about to begin counts as a reader, so that its first reading is not a baseline', async () => {
  await activate({ from: 14, to: 60 })
  expect(await readsInTenMinutes()).toBe(3)
})

test('a revoked pass does not count as a reader', async () => {
  await activate()
  await revoke()
  expect(await readsInTenMinutes()).toBe(2)
})

test('a pass that is given back counts as a reader again', async () => {
  await activate()
  await revoke()
  await activate({}, passRestored)
  expect(await readsInTenMinutes()).toBe(10)
})

test('the projection of a pass stores no address', async () => {
  await activate()
  const rows = await world.db.execute(`select * from pass_windows`)
  expect(JSON.stringify(rows)).not.toContain('visitor@example.com')
})

test('a viewer of a board counts as a reader for two hours', async () => {
  await world.app.inject(`/${NORTH}/live`)
  await vi.waitFor(async () => {
    world.feed.takeRequests()
    await world.run('watch-readers')
    await world.pollAfter(1)
    expect(world.feed.takeRequests('/live')).toHaveLength(1)
  })
  expect(await readsInTenMinutes()).toBe(10)
  world.clock.now = new Date(world.clock.now.getTime() + 2 * 3_600_000)
  await world.pollAfter(0)
  world.feed.takeRequests()
  expect(await readsInTenMinutes()).toBe(2)
})

test('a new first reader wakes the poller at once', async () => {
  const woken = vi.fn<(payload: string) => void>()
  const listening = await world.db.$client.listen('park_data.poller', woken)
  await activate()
  await vi.waitFor(() => expect(woken).toHaveBeenCalledTimes(1))
  await world.app.inject(`/${NORTH}/live`)
  await vi.waitFor(() => expect(woken).toHaveBeenCalledTimes(2))
  await world.app.inject(`/${NORTH}/live`)
  await listening.unlisten()
  expect(woken).toHaveBeenCalledTimes(2)
})

test('a destination polled two minutes ago is polled again for its first reader', async () => {
  await world.pollAfter(2)
  expect(world.feed.takeRequests('/live')).toEqual([])
  await activate()
  await world.run('watch-readers')
  expect(world.feed.takeRequests('/live')).toMatchObject([{ path: expect.stringContaining(LAKE) }])
})
