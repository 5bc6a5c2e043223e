import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, createTestFlights, NOON } from '../testing/flights.ts'

const flights = await createTestFlights({ FARES_KEPT_SECONDS: '0', FLIGHT_SEARCHES_PER_DAY: '12' })
const { check, clock, db, dealsTold, duffel, later, lettersTo, watch } = flights
afterAll(flights.close)
let days = 0
beforeEach(async () => {
  // Each test has days of its own, and fares that no other has pinned.
  clock.now = new Date(NOON.getTime() + (days += 1) * 3 * 86_400_000)
  await duffel.recover()
  await flights.clear()
})

const countSearches = async () => (await duffel.searches()).length
const dueTomorrow = () => later(48)
/** A day of departure for which no other test has searched. */
const aDeparture = () => new Date(Date.parse('2027-04-01') + days * 86_400_000).toISOString().slice(0, 10)
const pin = (cents: number, destination = 'MCO') => duffel.pinFare(cents, destination, 'BOS', aDeparture())

describe('the daily check', () => {
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

  test('a process that dies between the search and the record tells nobody, and the next one tells once', async () => {
    const email = anAddress()
    await pin(25_000)
    await watch(email, { departureDate: aDeparture() })
    // A process is killed: its transaction is gone, its lease stands.
    await db.execute(
      sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
    )
    await db.execute(
      sql`create trigger die before insert on price_points for each row execute function die()`,
    )
    await expect(check()).rejects.toThrow(/Failed query/)
    expect(await dealsTold(email)).toEqual([])
    await db.execute(sql`drop trigger die on price_points`)
    await db.execute(sql`drop function die`)

    await check()
    expect(await dealsTold(email)).toEqual([])
    later(0.2)
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
})

describe('the end of an alert', () => {
  test('an alert whose day of departure is over ends with one mail that says the cheapest fare', async () => {
    const [watched, unconfirmed] = [anAddress(), anAddress()]
    await pin(40_000)
    await watch(watched, { departureDate: aDeparture(), returnDate: '2027-06-30' })
    await flights.setAlert({ email: unconfirmed, departureDate: aDeparture() })
    await check()
    await flights.runJob('end-past-alerts')
    expect((await lettersTo(watched)).map(({ name }) => name)).toEqual(['confirm-flight-alert'])

    clock.now = new Date(Date.parse(aDeparture()) + 30 * 3_600_000)
    await flights.runJob('end-past-alerts')
    await flights.runJob('end-past-alerts')

    const [, end, ...others] = await lettersTo(watched)
    expect(end).toMatchObject({ name: 'flight-alert-ended', list: 'flights' })
    expect(end?.paragraphs.join(' ')).toContain('$400')
    expect(others).toEqual([])
    expect((await lettersTo(unconfirmed)).map(({ name }) => name)).toEqual(['confirm-flight-alert'])
  })
})
