import type { SoldDays } from '@walkon/contracts/http/system'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const LIMIT = 3

const billing = await createTestCheckouts({ DAILY_PASSES_PER_PARK: String(LIMIT) })
const {
  app,
  addPark,
  activate,
  activateOwn,
  buy,
  clock,
  confirm,
  control,
  hearAbout,
  later,
  open,
  pay,
  start,
} = billing
const unlimited = await createTestBilling()
afterEach(() => void (clock.now = NOON))
afterAll(async () => {
  await billing.close()
  await unlimited.close()
})

/** A park of its own, so that no other test's orders count. */
const aPark = async (timezone = 'America/New_York') =>
  (await addPark({ parkId: crypto.randomUUID(), timezone })).parkId

const leftAt = async (parkId: string) => (await app.inject({ url: `/spots/${parkId}` })).json<object>()
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

async function soldOf({ app: asked, accounts }: Pick<typeof unlimited, 'app' | 'accounts'>) {
  const headers = accounts.headersFor({ email: 'support@example.com', roles: ['support'], aal: 'aal2' })
  return (await asked.inject({ url: '/system/sold-days', headers })).json<SoldDays>()
}

test('200: a park without orders has all of its spots left', async () => {
  expect(await leftAt(await aPark())).toEqual({ dailyPassesPerPark: LIMIT, days: [] })
})

test('200: an open payment page, a bought pass and a free pass each take a spot of each of their days', async () => {
  const parkId = await aPark()
  await open({ parkId, dates: [TODAY, TOMORROW] })
  await buy(await open({ parkId, dates: [TOMORROW] }))
  await activateOwn({ parkId, dates: [TODAY] })

  expect(await leftAt(parkId)).toEqual({
    dailyPassesPerPark: LIMIT,
    days: [
      { date: TODAY, left: 1 },
      { date: TOMORROW, left: 1 },
    ],
  })
})

test('200: a link that nobody has followed takes no spot', async () => {
  const parkId = await aPark()
  await activate({ parkId })
  expect(await leftAt(parkId)).toMatchObject({ days: [] })
})

test("200: the list of all parks counts each park's own today", async () => {
  const [here, tokyo] = [await aPark(), await aPark('Asia/Tokyo')]
  await open({ parkId: here, dates: [TODAY] })
  // 01:00 of the second of July in Tokyo.
  await open({ parkId: tokyo, dates: [TOMORROW] })
  await open({ parkId: here, dates: [TOMORROW] })

  const response = await app.inject({ url: '/spots' })

  expect(response.headers['cache-control']).toBe('public, max-age=15')
  const { parks } = response.json<{ parks: { parkId: string; left: number }[] }>()
  expect(parks.filter(({ parkId }) => parkId === here)).toEqual([{ parkId: here, left: LIMIT - 1 }])
  expect(parks.filter(({ parkId }) => parkId === tokyo)).toEqual([{ parkId: tokyo, left: LIMIT - 1 }])
})

test('404: spots of a park that does not exist', async () => {
  const response = await app.inject({ url: `/spots/${crypto.randomUUID()}` })
  expect(response.json()).toMatchObject({ status: 404, code: 'park-not-found' })
})

test('409: of ten buyers at once, as many get a page as there are spots', async () => {
  const parkId = await aPark()

  const answers = await times(10, () => start({ parkId, dates: [TOMORROW] }))

  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
  expect(statuses).toEqual([201, 201, 201, ...Array.from({ length: 7 }, () => 409)])
  const refusal = answers.find(({ statusCode }) => statusCode === 409)
  expect(refusal?.json()).toMatchObject({
    code: 'day-sold-out',
    detail: `No spots are left on ${TOMORROW} at the park`,
  })
  expect(await leftAt(parkId)).toMatchObject({ days: [{ date: TOMORROW, left: 0 }] })
})

test('202: of ten free activations and pages at once, as many hold a spot as there are', async () => {
  const parkId = await aPark()

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0 ? activateOwn({ parkId, dates: [TOMORROW] }) : start({ parkId, dates: [TOMORROW] }),
    ),
  )

  expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(LIMIT)
})

test('409: an order of several days is refused as a whole where one of them is sold out', async () => {
  const parkId = await aPark()
  await times(LIMIT, () => open({ parkId, dates: [TOMORROW] }))

  const refusal = await start({ parkId, dates: [TODAY, TOMORROW] })

  expect(refusal.json()).toMatchObject({ status: 409, code: 'day-sold-out' })
  expect(await leftAt(parkId)).toMatchObject({ days: [{ date: TOMORROW, left: 0 }] })
})

test('409: a mailed link is refused where the day was sold out meanwhile, and works once a spot is free', async () => {
  const parkId = await aPark()
  const token = await billing.askForLink({ parkId, dates: [TOMORROW] })
  const pages = await times(LIMIT, () => open({ parkId, dates: [TOMORROW] }))

  expect((await confirm(token)).json()).toMatchObject({ status: 409, code: 'day-sold-out' })
  await control(`/payments/${pages[0]}/expire`)
  await hearAbout(pages[0]!)

  expect((await confirm(token)).statusCode).toBe(200)
})

test('409: no link is mailed for a day that is sold out', async () => {
  const parkId = await aPark()
  await times(LIMIT, () => open({ parkId, dates: [TODAY] }))
  const email = anAddress()

  expect((await activate({ email, parkId })).json()).toMatchObject({ code: 'day-sold-out' })
  expect(await billing.linksTo(email)).toEqual([])
})

test('201: the page of a sold-out day can be opened again by its own tab, and paid', async () => {
  const parkId = await aPark()
  const order = { email: anAddress(), parkId, dates: [TOMORROW], tabKey: 'k'.repeat(43) }
  const session = await open(order)
  await times(LIMIT - 1, () => open({ parkId, dates: [TOMORROW] }))

  expect(await open(order)).toBe(session)
  await buy(session)

  expect(await billing.stateOf(session)).toMatchObject({ status: 'active' })
})

test('a page that ended without a payment gives its spot back', async () => {
  const parkId = await aPark()
  const [session] = await times(LIMIT, () => open({ parkId, dates: [TOMORROW] }))
  await control(`/payments/${session}/expire`)
  await hearAbout(session!)
  expect(await leftAt(parkId)).toMatchObject({ days: [{ date: TOMORROW, left: 1 }] })
})

test('a payment that the bank takes its time for keeps its spot after the end of its page', async () => {
  const parkId = await aPark()
  const session = await open({ parkId, dates: [TOMORROW] })
  await pay(session, 'processing')
  await hearAbout(session)
  later(60)
  await billing.runJob('expire-orders')
  expect(await leftAt(parkId)).toMatchObject({ days: [{ date: TOMORROW, left: LIMIT - 1 }] })
})

test('a pass that was refunded gives its spot back', async () => {
  const parkId = await aPark()
  const session = await open({ parkId, dates: [TOMORROW] })
  await buy(session)
  await control(`/payments/${session}/refund`)
  await hearAbout(session)
  expect(await leftAt(parkId)).toMatchObject({ days: [] })
})

test('429: the pages of one network hold a quarter of the spots of a day at most', async () => {
  const wide = await createTestCheckouts({ DAILY_PASSES_PER_PARK: '40' })
  const from = (remoteAddress: string) => wide.start({}, { remoteAddress })

  const answers = await times(11, () => from('203.0.113.7'))

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
    status: 429,
    code: 'too-many-requests',
  })
  expect((await from('198.51.100.9')).statusCode).toBe(201)
  await wide.close()
})

test('200: without the setting, nothing is limited and nothing counted', async () => {
  await unlimited.activateOwn()
  const ofAll = await unlimited.app.inject({ url: '/spots' })
  const ofPark = await unlimited.app.inject({ url: `/spots/${unlimited.parkId}` })
  expect(ofAll.json()).toEqual({ dailyPassesPerPark: null, parks: [] })
  expect(ofPark.json()).toEqual({ dailyPassesPerPark: null, days: [] })
})

test('200: support sees how many passes are held for each day of each park, also where nothing limits them', async () => {
  const parkId = await aPark()
  await open({ parkId, dates: [TODAY, TOMORROW] })
  await buy(await open({ parkId, dates: [TOMORROW] }))
  const { dailyPassesPerPark, days } = await soldOf(billing)
  expect(dailyPassesPerPark).toBe(LIMIT)
  expect(days.filter((day) => day.parkId === parkId).map(({ date, taken }) => [date, taken])).toEqual([
    [TODAY, 1],
    [TOMORROW, 2],
  ])
  expect((await soldOf(unlimited)).dailyPassesPerPark).toBeNull()
})

test('200: a day that is over in its park is not among the coming ones', async () => {
  const parkId = await aPark()
  await open({ parkId, dates: [TODAY, TOMORROW] })
  later(24 * 60)
  const { days } = await soldOf(billing)
  expect(days.filter((day) => day.parkId === parkId).map(({ date }) => date)).not.toContain(TODAY)
})
