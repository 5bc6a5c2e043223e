import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTestDevice } from '../testing/devices.ts'
import { anAlert, anAlertEvent, createTestNotifier } from '../testing/notifier.ts'

const { accounts, app, db, hear, listDeliveries, clear, close } = await createTestNotifier()

afterAll(close)
beforeEach(clear)

const getHistory = async (email: string) => app.inject({ url: '/history', headers: await linkHeaders(email) })

const triggerRides = (email: string, ...rideNames: string[]) =>
  hear([
    anAlertEvent({
      email,
      alerts: rideNames.map((rideName, index) => anAlert({ rideName, waitMinutes: 5 + index })),
    }),
  ])

describe('GET /history', () => {
  test('200: the history has one entry a ride, the newest message first, its rides shortest first', async () => {
    await triggerRides('visitor@example.com', 'Space Mountain')
    await triggerRides('visitor@example.com', 'Haunted Mansion', 'Dumbo')

    const response = await getHistory('visitor@example.com')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject([
      { rideName: 'Haunted Mansion', message: 'Haunted Mansion is 5 min', channel: 'email', state: 'queued' },
      { rideName: 'Dumbo' },
      { rideName: 'Space Mountain' },
    ])
  })

  test('200: an alert that went to several devices is one entry, of the device that did best, and leaves room for others', async () => {
    const email = 'visitor@example.com'
    for (const device of ['a', 'b', 'c']) await insertTestDevice(db, email, `https://push.example/${device}`)
    await triggerRides(email, 'Space Mountain', 'Dumbo', 'Jungle Cruise', 'Peter Pan’s Flight')
    await db.execute(sql`
      update deliveries set state = case address when (select max(address) from deliveries where channel = 'push') then 'delivered' else 'failed' end
      where channel = 'push'`)

    const entries = (await getHistory(email)).json<{ rideName: string; channel: string; state: string }[]>()
    expect(entries).toHaveLength(8)
    expect(entries.filter(({ channel }) => channel === 'push').map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'delivered'),
    )
  })

  test('200: the history has nothing of another caller', async () => {
    await triggerRides('visitor@example.com', 'Space Mountain')
    expect((await getHistory('outsider@example.com')).json()).toEqual([])
  })

  test('200: the history has at most ten entries, of the last 24 hours', async () => {
    await triggerRides('visitor@example.com', 'Old News')
    await db.execute(sql`update delivery_alerts set created_at = now() - interval '25 hours'`)
    await triggerRides('visitor@example.com', ...Array.from({ length: 11 }, (_, index) => `Ride ${index}`))

    const names = (await getHistory('visitor@example.com'))
      .json<{ rideName: string }[]>()
      .map(({ rideName }) => rideName)
    expect(names).toHaveLength(10)
    expect(names).not.toContain('Old News')
  })

  test('401: the history is refused without a token, with a forged one, and with one for another purpose', async () => {
    const statuses = [
      await app.inject({ url: '/history' }),
      await app.inject({ url: '/history', headers: { authorization: 'Bearer forged' } }),
      await app.inject({ url: '/history', headers: await linkHeaders('visitor@example.com', 'unsubscribe') }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 401, 401])
  })
})

describe('DELETE /history', () => {
  test('204: empties the caller’s list and no other, and keeps the record', async () => {
    await triggerRides('visitor@example.com', 'Space Mountain')
    await triggerRides('other@example.com', 'Space Mountain')

    const response = await app.inject({
      method: 'DELETE',
      url: '/history',
      headers: accounts.headersFor({ email: 'visitor@example.com' }),
    })
    expect(response.statusCode).toBe(204)
    expect((await getHistory('visitor@example.com')).json()).toEqual([])
    expect((await getHistory('other@example.com')).json()).toHaveLength(1)
    expect(await listDeliveries()).toHaveLength(2)
  })

  test('401: a manage link, which can be forwarded, clears nothing', async () => {
    await triggerRides('visitor@example.com', 'Space Mountain')
    const headers = await linkHeaders('visitor@example.com')
    expect((await app.inject({ method: 'DELETE', url: '/history', headers })).statusCode).toBe(401)
    expect((await getHistory('visitor@example.com')).json()).toHaveLength(1)
  })
})
