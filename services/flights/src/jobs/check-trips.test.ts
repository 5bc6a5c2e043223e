import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAddress } from '../testing/flights.ts'
import { createTestTrips } from '../testing/trips.ts'

const flights = await createTestTrips()
const {
  aDeparture,
  begin,
  check,
  clock,
  countSearches,
  db,
  dealsTold,
  dueTomorrow,
  later,
  lettersTo,
  pin,
  watch,
} = flights
afterAll(flights.close)
beforeEach(begin)

test('a fare that falls to the limit is one mail, one that falls again a second, and one that stays or rises none', async () => {
  const email = anAddress()
  await pin(35_000)
  await watch(email, { maxPrice: 300, departureDate: aDeparture() })
  await check()
  expect(await dealsTold(email)).toEqual([])

  for (const cents of [30_000, 30_000, 31_000, 25_050, 25_050, 29_000]) {
    dueTomorrow()
    await pin(cents)
    await check()
  }

  const told = await lettersTo(email)
  expect(await dealsTold(email)).toEqual([
    expect.stringMatching(/^\$300: /),
    expect.stringMatching(/^\$250\.50: /),
  ])
  expect(told.at(-1)?.list).toBe('flights')
  expect(told.at(-1)?.paragraphs.join(' ')).toContain('When you set this alert, the cheapest was $350.')
  expect(told.at(-1)?.paragraphs.join(' ')).toContain('We last emailed you at $300.')
})

test('an alert that begins minutes after a check is told what was found, without a search', async () => {
  const [first, second] = [anAddress(), anAddress()]
  await pin(25_000)
  await watch(first, { departureDate: aDeparture() })
  await check()
  const before = await countSearches()
  await watch(second, { departureDate: aDeparture() })

  expect(await dealsTold(second)).toHaveLength(1)
  await check()
  expect(await countSearches()).toBe(before)
})

test('an alert that begins later on a checked day is told the fare of now, and not the one of hours ago', async () => {
  const [first, second] = [anAddress(), anAddress()]
  await pin(28_000)
  await watch(first, { departureDate: aDeparture() })
  await check()
  later(0.25)
  await pin(50_000)
  await watch(second, { departureDate: aDeparture() })
  expect(await dealsTold(second)).toEqual([])
  await check()
  expect(await dealsTold(second)).toEqual([])

  dueTomorrow()
  await pin(29_000)
  await check()
  expect(await dealsTold(second)).toEqual([expect.stringMatching(/^\$290: /)])
  expect(await dealsTold(first)).toHaveLength(1)
})

test('a fare of hours ago is not told where no search can be bought, and is looked for first on the next day', async () => {
  const [first, second] = [anAddress(), anAddress()]
  await pin(28_000)
  await watch(first, { departureDate: aDeparture() })
  await check()
  later(0.25)
  await db.execute(sql`update search_days set for_visitors = 12`)
  await watch(second, { departureDate: aDeparture() })
  await check()
  expect(await dealsTold(second)).toEqual([])

  clock.now = new Date(clock.now.toISOString().slice(0, 10) + 'T23:59:59Z')
  later(0.01)
  await check()
  expect(await dealsTold(second)).toHaveLength(1)
})

test('a fare that meets the limit again after two daily checks above it is told again, after one it is not', async () => {
  const email = anAddress()
  await pin(29_000)
  await watch(email, { maxPrice: 300, departureDate: aDeparture() })
  await check()
  const told = []
  for (const cents of [40_000, 29_000, 40_000, 41_000, 29_000, 29_000]) {
    dueTomorrow()
    await pin(cents)
    await check()
    told.push((await dealsTold(email)).length)
  }

  expect(told).toEqual([1, 1, 1, 1, 2, 2])
})

test('an offer of 0 is no offer: nobody is told of it, and a true fare is told after it', async () => {
  const email = anAddress()
  await pin(0)
  await watch(email, { departureDate: aDeparture() })
  await check()
  expect((await dealsTold(email)).filter((subject) => subject.startsWith('$0'))).toEqual([])
  expect(await db.execute(sql`select from price_points where cents <= 0`)).toHaveLength(0)

  await db.execute(sql`update flight_alerts set told_cents = null`)
  dueTomorrow()
  await pin(100)
  await check()
  expect(await dealsTold(email)).toContainEqual(expect.stringMatching(/^\$1: /))
})

test('of all airports of a destination the cheapest counts', async () => {
  const email = anAddress()
  await pin(40_000)
  await pin(29_000, 'SFB')
  await pin(45_000, 'TPA')
  await watch(email, { airport: null, departureDate: aDeparture(), returnDate: '2027-06-30' })
  await check()

  expect(await dealsTold(email)).toEqual([expect.stringContaining('$290')])
  const [, deal] = await lettersTo(email)
  expect(deal?.action).toMatchObject({ path: expect.stringContaining('airport=SFB') })
})
