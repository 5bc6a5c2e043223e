import { FOUND_AGAIN, loseLetter } from '@walkon/testing/lost-letters'
import { afterAll, expect, test } from 'vitest'
import { anAddress, createTestFlights } from '../testing/flights.ts'

const flights = await createTestFlights()
afterAll(flights.close)

test('the gauge finds a lost letter about a fare, which is requested again', async () => {
  await flights.duffel.pinFare(25_000)
  await flights.watch(anAddress(), { maxPrice: 300 })
  await flights.check()

  expect(await loseLetter(flights, 'flight-deal')).toEqual(FOUND_AGAIN)
})
