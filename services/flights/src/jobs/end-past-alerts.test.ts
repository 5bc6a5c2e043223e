import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAddress } from '../testing/flights.ts'
import { createTestTrips } from '../testing/trips.ts'

const flights = await createTestTrips()
const { aDeparture, begin, check, clock, lettersTo, pin, watch } = flights
afterAll(flights.close)
beforeEach(begin)

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
