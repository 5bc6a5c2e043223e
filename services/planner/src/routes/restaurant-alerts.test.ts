import type { DataExport } from '@walkon/contracts/http/data-export'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aRestaurant, anAdmin, someone } from '../testing/planner.ts'
import { createTestRestaurants, TODAY, TOMORROW } from '../testing/restaurants.ts'

const world = await createTestRestaurants()
afterAll(world.close)
const { ask, check, listAlerts, lettersTo, poll, restaurantsOf, setAlert, tavern, unknown } = world

describe('POST /restaurant-alerts', () => {
  test('201: an alert is stored with its account and no address, for a party of two at dinner unless it says otherwise', async () => {
    const ada = someone()

    const { status } = await setAlert(ada, { dates: [TOMORROW, TODAY, TOMORROW] })

    expect(status).toBe(201)
    expect(await listAlerts(ada)).toMatchObject([
      {
        parkName: 'Magic Kingdom',
        restaurantName: tavern.name,
        dates: [TODAY, TOMORROW],
        partySize: 2,
        preferredTime: 'dinner',
      },
    ])
    expect(await findTraces(world.db, ada.email)).toEqual({})
  })

  test('201: the same alert sent twice, at once too, is one alert', async () => {
    const ada = someone()

    const answers = await Promise.all([setAlert(ada), setAlert(ada), setAlert(ada)])

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await listAlerts(ada)).toHaveLength(1)
  })

  test.each([
    ['a day that is over', ['2026-11-24']],
    ['a day more than a year ahead', [TODAY, '2027-11-26']],
  ])('422: %s is refused, and nothing is stored', async (_name, dates) => {
    const ada = someone()

    expect(await setAlert(ada, { dates })).toMatchObject({ status: 422, code: 'restaurant-dates-invalid' })
    expect(await listAlerts(ada)).toEqual([])
  })

  test('201: a day is of the park’s calendar, and begins at 4 am there', async () => {
    const parkId = await world.catalog({ timezone: 'Asia/Tokyo' }, { restaurants: [aRestaurant()] })
    const { today, restaurants } = await restaurantsOf(parkId)

    expect(today).toBe(TOMORROW)
    expect((await setAlert(someone(), { restaurantId: restaurants[0]?.id ?? '', dates: [TODAY] })).code).toBe(
      'restaurant-dates-invalid',
    )
  })

  test.each([
    [{ dates: [] }],
    [{ partySize: 0 }],
    [{ partySize: 21 }],
    [{ dates: ['2026-02-30'] }],
    [{ email: 'ada' }],
  ])('400: %j is refused', async (wrong) => {
    expect((await setAlert(someone(), wrong)).status).toBe(400)
  })

  test('422: the address of another account is refused', async () => {
    expect(await setAlert(someone(), { email: someone().email })).toMatchObject({
      status: 422,
      code: 'restaurant-address-foreign',
    })
  })

  test('404: a restaurant that no catalogue has, or that has left it, is refused', async () => {
    const gone = { ...aRestaurant(), retired: true }
    await world.catalog({}, { restaurants: [gone] })

    for (const restaurantId of [randomUUID(), gone.id])
      expect(await setAlert(someone(), { restaurantId })).toMatchObject({
        status: 404,
        code: 'restaurant-not-found',
      })
  })

  test('409: an account has twenty active alerts at most', async () => {
    const ada = someone()
    for (let partySize = 1; partySize <= 20; partySize++) await setAlert(ada, { partySize })

    expect(await setAlert(ada, { preferredTime: 'lunch' })).toMatchObject({
      status: 409,
      code: 'restaurant-alerts-full',
    })
  })

  test('403: nothing is answered or stored while the gate is closed', async () => {
    const closed = world.build({ env: { RESTAURANT_ALERTS_OPEN: 'false' } }).app
    const answers = await Promise.all([
      closed.inject({ url: `/parks/${world.parkId}/restaurants` }),
      closed.inject({
        method: 'POST',
        url: '/restaurant-alerts',
        headers: world.accounts.headersFor(someone()),
        payload: { restaurantId: tavern.id, dates: [TODAY], email: 'ada@example.com' },
      }),
    ])

    expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual([
      'gate-closed',
      'gate-closed',
    ])
  })

  test('429: an account that sets alerts without end is held back', async () => {
    const { app } = world.build({ env: { RESTAURANT_ALERTS_PER_ACCOUNT: '1' } })
    const ada = someone()
    const set = () =>
      app.inject({
        method: 'POST',
        url: '/restaurant-alerts',
        headers: world.accounts.headersFor(ada),
        payload: { restaurantId: tavern.id, dates: [TODAY], email: ada.email },
      })

    expect((await set()).statusCode).toBe(201)
    expect((await set()).statusCode).toBe(429)
  })
})

describe('GET /parks/:parkId/restaurants', () => {
  test('200: the restaurants of a park come by name, with slugs made of their names, and say why an alert would be pending', async () => {
    await check(1)

    const { today, walkUpLimitMinutes, restaurants } = await restaurantsOf()

    expect([today, walkUpLimitMinutes]).toEqual([TODAY, 30])
    expect(restaurants.find(({ id }) => id === unknown.id)).toEqual({
      id: unknown.id,
      name: 'Café Orléans',
      slug: 'cafe-orleans',
      pendingBecause: 'no-provider',
    })
    expect(restaurants.find(({ id }) => id === tavern.id)?.pendingBecause).toBeNull()
  })

  test('404: a park that no catalogue has is refused', async () => {
    expect(await ask('GET', `/parks/${randomUUID()}/restaurants`)).toMatchObject({
      status: 404,
      code: 'park-not-found',
    })
  })
})

describe('DELETE /restaurant-alerts/:alertId', () => {
  test('204: a deleted alert is gone, and is told of nothing more', async () => {
    const ada = someone()
    const { body } = await setAlert(ada, { partySize: 7 })

    expect((await ask('DELETE', `/restaurant-alerts/${body.id}`, ada)).status).toBe(204)
    await poll([{ partySize: 7, waitMinutes: 10 }])

    expect(await listAlerts(ada)).toEqual([])
    expect(await lettersTo(ada)).toEqual([])
  })

  test('404: the alert of another account is answered as one that is not there', async () => {
    const ada = someone()
    const { body } = await setAlert(ada)

    expect(await ask('DELETE', `/restaurant-alerts/${body.id}`, someone())).toMatchObject({
      status: 404,
      code: 'restaurant-alert-not-found',
    })
    expect(await listAlerts(ada)).toHaveLength(1)
  })
})

describe('POST /restaurant-alerts/checks and /manual-test', () => {
  test('202: the days of an own alert are looked at sooner, and nobody else’s', async () => {
    const ada = someone()
    const { body } = await setAlert(ada, { dates: ['2026-12-01'] })
    await check()
    const queue = async (who: typeof ada, force: boolean) =>
      (await ask('POST', '/restaurant-alerts/checks', who, { alertIds: [body.id], force })).body
    const counts = [await queue(ada, true)]
    world.later(61)

    counts.push(await queue(someone(), true), await queue(ada, true))

    expect(counts).toEqual([{ queued: 0 }, { queued: 0 }, { queued: 1 }])
  })

  test('202: the manual test of an admin looks at all alerts of some days, and leaves an entry', async () => {
    await setAlert(someone(), { dates: ['2026-12-02'] })
    await check()
    world.later(61)
    const admin = anAdmin()

    const { status, body } = await ask('POST', '/restaurant-alerts/manual-test', admin, {
      force: true,
      dates: ['2026-12-02'],
    })

    expect({ status, body }).toEqual({ status: 202, body: { queued: 1 } })
    const { body: acts } = await ask<{ items: object[] }>('GET', '/admin-actions', admin)
    expect(acts.items[0]).toMatchObject({ actorId: admin.userId, action: 'test-restaurant-alerts' })
  })
})

test('an account’s alerts are in its export and in nobody else’s, and its deletion leaves none of them', async () => {
  const [ada, oscar] = [someone(), someone()]
  await setAlert(ada, { dates: ['2026-12-31'] })
  await setAlert(oscar)
  const exported = await ask<DataExport>('GET', '/export', ada)

  await world.userDeleted(ada.userId)

  expect(exported.body['restaurantAlerts']).toMatchObject([{ userId: ada.userId, restaurantId: tavern.id }])
  expect(await findTraces(world.db, ada.userId)).toEqual({ erased_users: 1 })
  expect(await listAlerts(oscar)).toHaveLength(1)
})
