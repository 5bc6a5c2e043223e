import { afterAll, beforeEach, expect, test } from 'vitest'
import { someone } from '../testing/planner.ts'
import { createTestRestaurants, EVENING, TODAY, TOMORROW } from '../testing/restaurants.ts'

const world = await createTestRestaurants()
afterAll(world.close)
const { check, lettersTo, listAlerts, palace, provider, setAlert, tavern } = world

beforeEach(async () => {
  await world.clear()
  await provider.recover()
  world.clock.now = EVENING
  await world.catalog({ parkId: world.parkId }, { restaurants: [tavern, palace] })
  await provider.pin(tavern.id, [])
  await provider.pin(palace.id, [])
})

const countChecks = async (restaurantId: string, date: string) =>
  (await provider.checks()).filter((each) => each.restaurantId === restaurantId && each.date === date).length

test('a reservation that comes free is told once, with all times of the same look in one mail', async () => {
  const ada = someone()
  await setAlert(ada, { dates: [TOMORROW] })
  await check()
  await provider.pin(tavern.id, [
    { time: `${TOMORROW}T18:30`, partySize: 2 },
    { time: `${TOMORROW}T20:00`, partySize: 2 },
    { time: `${TOMORROW}T12:00`, partySize: 2 },
    { time: `${TOMORROW}T19:00`, partySize: 4 },
  ])

  world.later(60)
  await check()
  world.later(60)
  await check()

  const letters = await lettersTo(ada)
  expect(letters.map(({ subject }) => subject)).toEqual([
    `Table for 2 at ${tavern.name}, Thu, Nov 26, 6:30 pm`,
  ])
  expect(letters[0]?.paragraphs.filter((line) => line.startsWith(tavern.name))).toEqual([
    `${tavern.name}: 6:30 pm on Thu, Nov 26.`,
    `${tavern.name}: 8 pm on Thu, Nov 26.`,
  ])
})

test('equal days of many alerts are one question to the provider, and a deleted alert’s day is asked for no more', async () => {
  const date = '2026-12-05'
  const before = await countChecks(tavern.id, date)
  const alerts = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const who = someone()
      const { body } = await setAlert(who, { dates: [date], partySize: index + 1 })
      return { who, id: body.id }
    }),
  )
  await check()
  expect((await countChecks(tavern.id, date)) - before).toBe(1)

  for (const { who, id } of alerts) await world.ask('DELETE', `/restaurant-alerts/${id}`, who)
  world.later(120)
  await check()
  expect((await countChecks(tavern.id, date)) - before).toBe(1)
})

test('turns go round by account: one with sixty days holds back no table of another', async () => {
  const [greedy, ada] = [someone(), someone()]
  const dates = Array.from({ length: 30 }, (_, index) => `2027-03-${String(index + 1).padStart(2, '0')}`)
  await check(1)
  await setAlert(greedy, { dates })
  await setAlert(greedy, { dates, restaurantId: palace.id })
  world.later(60)
  await setAlert(ada, { dates: ['2027-04-01'] })
  const before = (await provider.checks()).length
  const looks = []
  for (const turns of [2, 31]) {
    await check(turns)
    looks.push(await countChecks(tavern.id, '2027-04-01'))
  }

  expect(looks).toEqual([1, 2])
  expect((await provider.checks()).length - before).toBe(33)
})

test('one request is made at a time over all replicas, with a pause between two', async () => {
  const date = '2026-12-06'
  await check(1)
  await setAlert(someone(), { dates: [date] })
  await setAlert(someone(), { dates: [date], restaurantId: palace.id })
  const count = async () => (await countChecks(tavern.id, date)) + (await countChecks(palace.id, date))
  const replica = world.build().jobs.find(({ name }) => name === 'check-tables')

  await Promise.all([
    world.runJob('check-tables'),
    replica?.run(new AbortController().signal),
    world.runJob('check-tables'),
  ])
  const atOnce = await count()
  world.later(2)
  await world.runJob('check-tables')

  expect([atOnce, await count()]).toEqual([1, 2])
})

test('a provider that limits its callers is asked nothing for as long as it says', async () => {
  const date = '2026-12-07'
  await check(1)
  await setAlert(someone(), { dates: [date] })
  await provider.fail('rate-limited', 1)

  await world.runJob('check-tables')
  world.later(4)
  await world.runJob('check-tables')
  const during = await countChecks(tavern.id, date)
  world.later(10)
  await world.runJob('check-tables')

  expect([during, await countChecks(tavern.id, date)]).toEqual([0, 1])
})

test.each([
  ['error', '2026-12-08'],
  ['down', '2026-12-09'],
  ['rate-limited', '2026-12-10'],
])(
  'a request that fails (%s) holds back no other check: the other restaurant is asked for next',
  async (kind, date) => {
    await check(1)
    await setAlert(someone(), { dates: [date] })
    await setAlert(someone(), { dates: [date], restaurantId: palace.id })
    const countAsked = async () =>
      [await countChecks(tavern.id, date), await countChecks(palace.id, date)].toSorted(
        (one, other) => one - other,
      )
    await provider.fail(kind, 1)
    await world.runJob('check-tables')
    const counts = [await countAsked()]

    for (let turn = 0; turn < 2; turn++) {
      world.later(6)
      await world.runJob('check-tables')
      counts.push(await countAsked())
    }

    expect(counts).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
    ])
  },
)

test.each(['down', 'error', 'malformed', 'timeout-after-accept'])(
  'an opening is not lost where the provider answers badly (%s): it is told when the provider is back',
  async (kind) => {
    const quick = world.build({ env: { RESTAURANTS_TIMEOUT_SECONDS: '0.2' } })
    const job = quick.jobs.find(({ name }) => name === 'check-tables')
    const turn = () => job?.run(new AbortController().signal)
    await turn()
    const ada = someone()
    await setAlert(ada, { dates: [TOMORROW] })
    await provider.pin(tavern.id, [{ time: '18:30', partySize: 2 }])
    await provider.fail(kind)
    world.later(2)
    await turn()
    expect(await lettersTo(ada)).toEqual([])

    await provider.recover()
    world.later(60)
    await turn()

    expect(await lettersTo(ada)).toHaveLength(1)
  },
)

test('an alert says when its days were looked at, and is pending until the provider has said what it knows', async () => {
  const ada = someone()
  await setAlert(ada)
  const [before] = await listAlerts(ada)
  await check()
  const [after] = await listAlerts(ada)

  expect(before).toMatchObject({ pendingBecause: 'not-asked', checkedAt: null })
  expect(after).toMatchObject({ pendingBecause: null })
  expect(after?.checkedAt).not.toBeNull()
})

test('a day that two alerts share is told to the later one at once, from what was seen', async () => {
  await provider.pin(tavern.id, [{ time: `${TODAY}T19:00`, partySize: 2 }])
  await setAlert(someone())
  await check()
  const oscar = someone()

  await setAlert(oscar)

  expect(await lettersTo(oscar)).toHaveLength(1)
})

test('a table whose time is over by the park’s clock is told neither when it is seen nor to an alert that is set then', async () => {
  const ada = someone()
  await setAlert(ada, { dates: [TODAY], preferredTime: 'any' })
  await check()
  await provider.pin(tavern.id, [
    { time: `${TODAY}T00:30`, partySize: 2 },
    { time: `${TODAY}T12:00`, partySize: 2 },
    { time: `${TODAY}T17:00`, partySize: 2 },
    { time: `${TODAY}T17:45`, partySize: 2 },
  ])
  world.later(60)
  await check()
  expect(
    (await lettersTo(ada)).flatMap(({ paragraphs }) => paragraphs.filter((line) => line.includes('pm on'))),
  ).toEqual([`${tavern.name}: 5:45 pm on Wed, Nov 25.`])

  world.later(20 * 60)
  const eve = someone()
  await setAlert(eve, { dates: [TODAY], preferredTime: 'any' })
  expect(await lettersTo(eve)).toEqual([])
})

test('a table that flickers at the provider is told once in half an hour', async () => {
  const ada = someone()
  await setAlert(ada, { dates: [TOMORROW] })
  await check()
  for (let round = 0; round < 4; round++) {
    await provider.pin(tavern.id, [{ time: `${TOMORROW}T18:30`, partySize: 2 }])
    world.later(60)
    await check(4)
    await provider.pin(tavern.id, [])
    for (let look = 0; look < 2; look++) {
      world.later(60)
      await check(4)
    }
  }

  expect(await lettersTo(ada)).toHaveLength(1)
})
