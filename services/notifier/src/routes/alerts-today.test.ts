import type { AlertsToday } from '@walkon/contracts/http/alerts-today'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestDevice } from '../testing/devices.ts'
import { anAlert, anAlertEvent, createTestNotifier } from '../testing/notifier.ts'

// Noon in New York: its day began at 05:00 UTC.
let now = new Date('2026-11-25T17:00:00Z')
const { app, db, hear, clear, close } = await createTestNotifier({ now: () => now })

afterAll(close)
beforeEach(async () => {
  await clear()
  // The count of the test before is too old by then.
  now = new Date(now.getTime() + 61_000)
})

const count = async () => (await app.inject({ url: '/alerts-today' })).json<AlertsToday>()
const trigger = (rideName: string, rideId = randomUUID(), email?: string) =>
  hear([anAlertEvent({ ...(email && { email }), alerts: [anAlert({ rideName, rideId })] })])
const accept = () => db.execute(sql`update deliveries set accepted_at = now()`)
const makeAllAt = (at: string) => db.execute(sql`update deliveries set created_at = ${at}::timestamptz`)

describe('GET /alerts-today', () => {
  test('200: alerts are counted by ride, the most first, and anyone may share the answer for a minute', async () => {
    const mountain = randomUUID()
    await trigger('Space Mountain', mountain)
    await trigger('Space Mountain', mountain)
    await trigger('Dumbo')
    await accept()
    await makeAllAt('2026-11-25T05:00:00Z')

    const response = await app.inject({ url: '/alerts-today' })

    expect(response.headers['cache-control']).toBe('public, max-age=60')
    expect(response.json()).toEqual({
      alerts: 3,
      rides: [
        { rideName: 'Space Mountain', alerts: 2 },
        { rideName: 'Dumbo', alerts: 1 },
      ],
    })
  })

  test('200: an alert that no provider has taken is not counted, nor is one of yesterday in New York', async () => {
    await trigger('Space Mountain')
    await makeAllAt('2026-11-25T12:00:00Z')
    await trigger('Dumbo')
    await db.execute(sql`
      update deliveries set accepted_at = now(), created_at = '2026-11-25T04:59:59Z'
      where created_at <> '2026-11-25T12:00:00Z'`)

    expect(await count()).toEqual({ alerts: 0, rides: [] })
  })

  test('200: an alert that went to a mailbox and to a device is counted once', async () => {
    const email = 'visitor@example.com'
    await insertTestDevice(db, email, 'https://push.example/a')
    await trigger('Space Mountain', randomUUID(), email)
    await accept()
    await makeAllAt('2026-11-25T12:00:00Z')

    expect(await count()).toMatchObject({ alerts: 1 })
  })

  test('200: eight rides are named, and all alerts are in the sum', async () => {
    for (let ride = 0; ride < 9; ride += 1) await trigger(`Ride ${ride}`)
    await accept()
    await makeAllAt('2026-11-25T12:00:00Z')

    const { alerts, rides } = await count()

    expect([alerts, rides.length]).toEqual([9, 8])
  })

  test('200: a count is made once a minute, however many ask', async () => {
    expect(await count()).toMatchObject({ alerts: 0 })
    await trigger('Space Mountain')
    await accept()
    await makeAllAt('2026-11-25T12:00:00Z')
    expect(await count()).toMatchObject({ alerts: 0 })

    now = new Date(now.getTime() + 60_000)

    expect(await count()).toMatchObject({ alerts: 1 })
  })
})
