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
  duffel,
  later,
  pin,
  watch,
} = flights
afterAll(flights.close)
beforeEach(begin)

test('a trip is looked for once a day, however often the loop runs', async () => {
  const before = await countSearches()
  await watch(anAddress(), { departureDate: aDeparture() })
  await check()
  await check()
  later(1)
  await check()
  expect(await countSearches()).toBe(before + 1)

  dueTomorrow()
  await check()
  await check()
  expect(await countSearches()).toBe(before + 2)
})

test('alerts of the same trip are one search, and each has its own limit', async () => {
  const [cheap, dear] = [anAddress(), anAddress()]
  await pin(25_000)
  const before = await countSearches()
  await watch(cheap, { maxPrice: 200, departureDate: aDeparture() })
  await watch(dear, { maxPrice: 300, departureDate: aDeparture() })
  await check()

  expect(await countSearches()).toBe(before + 1)
  expect([await dealsTold(cheap), await dealsTold(dear)].map(({ length }) => length)).toEqual([0, 1])
})

test('checks leave visitors a quarter of the searches of a day', async () => {
  for (let price = 1; price <= 11; price += 1)
    await watch(anAddress(), {
      departureDate: new Date(Date.parse('2027-08-01') + price * 86_400_000).toISOString().slice(0, 10),
    })
  const before = await countSearches()
  for (let round = 0; round < 3; round += 1) await check()

  expect(await countSearches()).toBe(before + 9)
  const query = { origin: 'BOS', destinations: 'MCO', departureDate: '2027-05-30' }
  expect((await flights.app.inject({ url: '/search', query })).statusCode).toBe(200)
})

test('a provider that is away loses no day: the check is made later', async () => {
  const email = anAddress()
  await pin(25_000)
  await watch(email, { departureDate: aDeparture() })
  await duffel.fail('down')
  await check()
  expect(await dealsTold(email)).toEqual([])

  await duffel.recover()
  later(0.5)
  await check()
  expect(await dealsTold(email)).toHaveLength(1)
})

test('an airport that the provider does not know ends no alert, and the others are looked for', async () => {
  const email = anAddress()
  await watch(email, { homeAirport: 'QQX', departureDate: aDeparture() })
  await check()

  const [trip] = await db.execute<{ checked_at: Date | null }>(sql`select checked_at from watched_trips`)
  expect(trip?.checked_at).not.toBeNull()
  expect(await dealsTold(email)).toEqual([])
})

test('a process that dies between the search and the record tells nobody, and the next one tells once when the longest check would be over', async () => {
  const email = anAddress()
  await pin(25_000)
  await watch(email, { departureDate: aDeparture() })
  // A process is killed: its transaction is gone, its lease stands.
  await db.execute(
    sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await db.execute(sql`create trigger die before insert on price_points for each row execute function die()`)
  await expect(check()).rejects.toThrow(/Failed query/)
  expect(await dealsTold(email)).toEqual([])
  await db.execute(sql`drop trigger die on price_points`)
  await db.execute(sql`drop function die`)

  // The longest check: a turn that comes after 90 seconds, and a search of seven.
  later(97 / 3_600)
  await check()
  expect(await dealsTold(email)).toEqual([])
  later(20 / 3_600)
  await check()
  await check()
  expect(await dealsTold(email)).toHaveLength(1)
})

test('two processes at once check a trip once', async () => {
  const email = anAddress()
  await pin(25_000)
  const other = flights.build()
  const before = await countSearches()
  await watch(email, { departureDate: aDeparture() })
  const job = other.jobs.find(({ name }) => name === 'check-trips')
  await Promise.all([check(), job?.run(new AbortController().signal)])

  expect(await countSearches()).toBe(before + 1)
  expect(await dealsTold(email)).toHaveLength(1)
})

test('a deleted alert is not searched for any more', async () => {
  const email = anAddress()
  await watch(email, { departureDate: aDeparture() })
  await check()
  await db.execute(sql`delete from flight_alerts`)
  const before = await countSearches()
  dueTomorrow()
  await check()

  expect(await countSearches()).toBe(before)
})

test('checks come before visitors when the searches of a day are few', async () => {
  const search = async (departureDate: string) =>
    (
      await flights.app.inject({
        url: '/search',
        query: { origin: 'BOS', destinations: 'MCO', departureDate },
        remoteAddress: `10.4.${departureDate.slice(-2)}.1`,
      })
    ).statusCode
  await watch(anAddress(), { airport: null, departureDate: aDeparture() })
  const statuses = []
  for (let day = 10; day < 22; day += 1) statuses.push(await search(`2027-05-${day}`))

  expect(statuses.filter((status) => status === 200)).toHaveLength(9)
  await check()
  const [trip] = await db.execute<{ points: number }>(sql`select count(*)::int as points from price_points`)
  expect(trip?.points).toBe(3)
})

test('a check past the cap is made on the next day', async () => {
  const email = anAddress()
  await pin(25_000)
  await watch(email, { departureDate: aDeparture() })
  await db.execute(sql`insert into search_days values (${clock.now.toISOString().slice(0, 10)}, 12, 0)`)
  await check()
  expect(await dealsTold(email)).toEqual([])

  later(24)
  await check()
  expect(await dealsTold(email)).toHaveLength(1)
})
