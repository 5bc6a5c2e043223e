import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { someone } from '../../testing/planner.ts'
import { createTestRestaurants, EVENING, TODAY, TOMORROW } from '../../testing/restaurants.ts'

const world = await createTestRestaurants()
afterAll(world.close)
const { lettersTo, listAlerts, poll, setAlert, tavern, unknown } = world

beforeEach(async () => {
  await world.clear()
  world.clock.now = EVENING
  await world.catalog({ parkId: world.parkId }, { restaurants: [tavern, unknown] })
})

const FREE = [{ partySize: 2, waitMinutes: 25 }]

describe('walk-up tables', () => {
  test('a table that comes free is told once, by one mail of the list of restaurants', async () => {
    const ada = someone()
    await setAlert(ada)

    await poll([])
    await poll(FREE)
    await poll(FREE)

    expect(await lettersTo(ada)).toMatchObject([
      { name: 'table-free', list: 'restaurants', subject: `Table for 2 at ${tavern.name}, 25 min` },
    ])
    expect((await listAlerts(ada))[0]?.toldAt).not.toBeNull()
  })

  test('a table that is free already is told when its alert is set', async () => {
    await poll(FREE)
    const ada = someone()

    await setAlert(ada)

    expect(await lettersTo(ada)).toHaveLength(1)
    await poll(FREE)
    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('a table that swings around the limit is told once in half an hour', async () => {
    const ada = someone()
    await setAlert(ada)

    await poll(FREE)
    await poll([])
    await poll(FREE)
    for (let swing = 0; swing < 3; swing += 1) {
      await poll([])
      await poll([{ partySize: 2, waitMinutes: 31 }])
      await poll(FREE)
    }
    expect(await lettersTo(ada)).toHaveLength(1)

    await poll([])
    await poll([])
    world.later(30 * 60)
    await poll(FREE)
    expect(await lettersTo(ada)).toHaveLength(2)
  })

  test('a table that two alerts of an account want is told once', async () => {
    const ada = someone()
    await setAlert(ada, { preferredTime: 'dinner' })
    await setAlert(ada, { preferredTime: 'any' })
    await poll(FREE)

    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('a table of a restaurant that says it is closed is told neither when it is seen nor when an alert is set', async () => {
    await poll(FREE)
    await poll(FREE, { shutRestaurantIds: [tavern.id] })
    const ada = someone()
    await setAlert(ada)
    expect(await lettersTo(ada)).toEqual([])

    await poll([])
    await poll([])
    await poll(FREE)
    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('a table that swings is told to an alert that was set while it was away', async () => {
    await poll(FREE)
    await poll([])
    await poll([])
    world.later(60)
    const ada = someone()
    await setAlert(ada)
    await poll(FREE)

    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('a table that one poll misses is told, when it is seen again, to an alert that was set meanwhile and to no other', async () => {
    const told = someone()
    await setAlert(told)
    await poll(FREE)
    world.later(31 * 60)
    await poll([])
    const ada = someone()
    await setAlert(ada)
    expect(await lettersTo(ada)).toEqual([])
    await poll(FREE)

    expect(await lettersTo(ada)).toHaveLength(1)
    expect(await lettersTo(told)).toHaveLength(1)
  })

  test.each([
    ['another party size', [{ partySize: 4, waitMinutes: 5 }], {}],
    ['a wait above the limit', [{ partySize: 2, waitMinutes: 31 }], {}],
    ['a table without a wait', [{ partySize: 2, waitMinutes: null }], {}],
    ['a poll that is not trusted', FREE, { trusted: false }],
    ['a closed park', FREE, { parkOpen: false }],
  ])('%s tells nobody', async (_name, tables, more) => {
    const ada = someone()
    await setAlert(ada)

    await poll(tables, more)

    expect(await lettersTo(ada)).toEqual([])
  })

  test('only an alert for today and for this meal, or for any, is told', async () => {
    const [ada, tomorrow, lunch, any] = [someone(), someone(), someone(), someone()]
    await setAlert(ada)
    await setAlert(tomorrow, { dates: [TOMORROW] })
    await setAlert(lunch, { preferredTime: 'lunch' })
    await setAlert(any, { preferredTime: 'any' })

    await poll(FREE)

    const told = await Promise.all(
      [ada, tomorrow, lunch, any].map(async (who) => (await lettersTo(who)).length),
    )
    expect(told).toEqual([1, 0, 0, 1])
  })

  test('the same poll heard again tells nothing more', async () => {
    const ada = someone()
    await setAlert(ada)
    await poll(FREE)
    await poll([], { parkOpen: false })
    world.later(-120)

    await poll(FREE)

    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('an alert and an opening that come at the same moment are told of each other once', async () => {
    const visitors = Array.from({ length: 6 }, someone)

    await Promise.all([poll(FREE), ...visitors.map((who) => setAlert(who))])

    for (const who of visitors) expect(await lettersTo(who)).toHaveLength(1)
  })

  test('a restaurant whose walk-up tables were seen is active, and pending again after seven days without', async () => {
    const ada = someone()
    await setAlert(ada, { restaurantId: unknown.id, dates: [TODAY, '2026-12-20'] })
    await world.check(1)
    const before = (await listAlerts(ada))[0]?.pendingBecause
    await poll([{ partySize: 8, waitMinutes: null }], {}, unknown.id)
    const after = (await listAlerts(ada))[0]?.pendingBecause
    world.later(7 * 86_400 + 1)

    expect([before, after, (await listAlerts(ada))[0]?.pendingBecause]).toEqual([
      'no-provider',
      null,
      'no-provider',
    ])
  })
})

describe('the end of alerts', () => {
  test('an account that leaves the list gets no more mail; what it sets afterwards is told', async () => {
    const ada = someone()
    await setAlert(ada)
    await world.listLeft(ada.userId)
    expect(await listAlerts(ada)).toEqual([])

    await poll(FREE)
    expect(await lettersTo(ada)).toEqual([])

    await setAlert(ada)
    expect(await lettersTo(ada)).toHaveLength(1)
  })

  test('an account that leaves another list keeps its alerts, and so do others', async () => {
    const [ada, oscar] = [someone(), someone()]
    await setAlert(ada)
    await setAlert(oscar)

    await world.listLeft(ada.userId, 'flights')
    await world.listLeft(null)

    expect(await listAlerts(ada)).toHaveLength(1)
    expect(await listAlerts(oscar)).toHaveLength(1)
  })

  test('an alert ends with the last of its days in its park, not before', async () => {
    const ada = someone()
    await setAlert(ada, { dates: [TODAY, TOMORROW] })
    const countAt = async (now: string) => {
      world.clock.now = new Date(now)
      await world.runJob('end-restaurant-alerts')
      return (await listAlerts(ada)).length
    }

    // The park's day ends at 4 am in Florida, which is 9 am UTC in winter.
    expect([await countAt('2026-11-27T08:59:00Z'), await countAt('2026-11-27T09:00:00Z')]).toEqual([1, 0])
  })

  test('a restaurant that leaves the catalogue ends its alerts and tells their accounts, once', async () => {
    const place = { ...unknown, id: crypto.randomUUID() }
    const parkId = await world.catalog({}, { restaurants: [place] })
    const ada = someone()
    await setAlert(ada, { restaurantId: place.id })

    await world.catalog({ parkId }, { restaurants: [{ ...place, retired: true }] })
    await world.runJob('end-restaurant-alerts')
    await world.runJob('end-restaurant-alerts')

    expect(await lettersTo(ada)).toMatchObject([
      { name: 'restaurant-gone', subject: 'Your alert for Café Orléans has ended' },
    ])
    expect(await listAlerts(ada)).toEqual([])
  })
})
