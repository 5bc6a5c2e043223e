import type { ToldTables } from '@walkon/contracts/http/restaurant-alerts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { toDisneySlug } from '../domain/disney-slug.ts'
import { someone } from '../testing/planner.ts'
import { createTestRestaurants, EVENING, TODAY, TOMORROW } from '../testing/restaurants.ts'

const world = await createTestRestaurants()
afterAll(world.close)
const { ask, check, lettersTo, poll, provider, setAlert, tavern } = world

const WALT_DISNEY_WORLD = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'
const FREE = [{ partySize: 2, waitMinutes: 25 }]
const DAY = 86_400

beforeEach(async () => {
  await world.clear()
  await provider.recover()
  await provider.pin(tavern.id, [])
  world.clock.now = EVENING
  await world.catalog({ parkId: world.parkId, destinationId: WALT_DISNEY_WORLD }, { restaurants: [tavern] })
})

/** Sets an alert for a walk-up table, which comes free. Returns the token of the mail. */
async function toldOfWalkUp(who = someone()) {
  await setAlert(who)
  await poll(FREE)
  return tokenOf(who)
}

async function tokenOf(who: { userId: string }) {
  const action = (await lettersTo(who)).flatMap((letter) => ('action' in letter ? [letter.action] : []))[0]
  const path = action && 'path' in action ? action.path : ''
  return new URL(path, 'https://walkon.example').searchParams.get('token') ?? ''
}

const open = (token: string) => ask<ToldTables>('POST', '/restaurant-alerts/link', null, { token })
const statesOf = async (token: string) => (await open(token)).body.tables.map(({ state }) => state)

describe('POST /restaurant-alerts/link', () => {
  test('200: the link of a mail shows what was told and where the park books it, and nothing of the account', async () => {
    const ada = someone()
    const { status, body } = await open(await toldOfWalkUp(ada))

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        restaurantName: tavern.name,
        parkName: 'Magic Kingdom',
        timezone: 'America/New_York',
        partySize: 2,
        toldAt: world.clock.now.toISOString(),
        bookingUrl: `https://disneyworld.disney.go.com/dine-res/restaurant/${toDisneySlug(tavern.name)}/`,
        tables: [{ date: TODAY, time: null, waitMinutes: 25, state: 'free' }],
      },
    })
  })

  test('200: it works while the gate is closed, where every other restaurant route asks for a key', async () => {
    const token = await toldOfWalkUp()
    const { app } = world.build({ env: { RESTAURANT_ALERTS_OPEN: 'false' } })
    const statusOf = async (method: 'GET' | 'POST', url: string, payload?: object) =>
      (await app.inject({ method, url, ...(payload && { payload }) })).statusCode

    expect(await statusOf('GET', `/parks/${world.parkId}/restaurants`)).toBe(403)
    expect(await statusOf('POST', '/restaurant-alerts/link', { token })).toBe(200)
  })

  test('200: opened often it changes nothing: the alert waits on, and nothing more is mailed', async () => {
    const ada = someone()
    const token = await toldOfWalkUp(ada)
    const before = await world.listAlerts(ada)

    const answers = [await open(token), await open(token)]

    expect(answers[1]).toEqual(answers[0])
    expect(await world.listAlerts(ada)).toEqual(before)
    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('200: a walk-up table is gone once a look has missed it, free once it is back, and past the day after', async () => {
    const token = await toldOfWalkUp()
    const states = [await statesOf(token)]
    await poll([])
    states.push(await statesOf(token))
    await poll([])
    states.push(await statesOf(token))
    await poll(FREE)
    states.push(await statesOf(token))
    world.later(DAY)
    states.push(await statesOf(token))

    expect(states).toEqual([['free'], ['gone'], ['gone'], ['free'], ['past']])
  })

  test('200: a table of a restaurant that has closed since is past', async () => {
    const token = await toldOfWalkUp()
    await poll(FREE, { shutRestaurantIds: [tavern.id] })

    expect(await statesOf(token)).toEqual(['past'])
  })

  test('200: reservations come in the order of their times, and are unwatched where nobody has looked for half an hour', async () => {
    const ada = someone()
    const { body: alert } = await setAlert(ada, { dates: [TOMORROW] })
    await provider.pin(tavern.id, [
      { time: `${TOMORROW}T20:00`, partySize: 2 },
      { time: `${TOMORROW}T18:30`, partySize: 2 },
    ])
    await check()
    const token = await tokenOf(ada)
    const first = (await open(token)).body.tables
    await ask('DELETE', `/restaurant-alerts/${alert.id}`, ada)
    world.later(31 * 60)

    expect(first).toEqual([
      { date: TOMORROW, time: '18:30', waitMinutes: null, state: 'free' },
      { date: TOMORROW, time: '20:00', waitMinutes: null, state: 'free' },
    ])
    expect(await statesOf(token)).toEqual(['unwatched', 'unwatched'])
  })

  test('200: a reservation whose time is over by the park’s clock is past', async () => {
    const ada = someone()
    await setAlert(ada)
    await provider.pin(tavern.id, [{ time: `${TODAY}T18:00`, partySize: 2 }])
    await check()
    world.later(30 * 60)

    expect(await statesOf(await tokenOf(ada))).toEqual(['past'])
  })

  test('404: a link is refused if no mail has it, after a week, and after its account is deleted', async () => {
    const [ada, eve] = [someone(), someone()]
    await setAlert(eve)
    const token = await toldOfWalkUp(ada)
    const others = await tokenOf(eve)
    await world.userDeleted(eve.userId)
    const codes = [(await open('x'.repeat(43))).code, (await open(others)).code, (await open(token)).code]
    world.later(7 * DAY + 60)
    await world.runJob('purge-past-retention')

    expect([...codes, (await open(token)).code]).toEqual([
      'table-link-invalid',
      'table-link-invalid',
      undefined,
      'table-link-invalid',
    ])
  })

  test('400: what cannot be a token is refused', async () => {
    expect((await open('short')).status).toBe(400)
  })
})
