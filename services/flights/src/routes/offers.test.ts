import { createTestService } from '@walkon/testing/service'
import { afterAll, expect, test } from 'vitest'
import { flights } from '../app.ts'
import { createTestFlights } from '../testing/flights.ts'

const service = await createTestService(flights)
const { app, accounts } = service
afterAll(service.close)

test('200: a service without a provider of fares says that it offers none', async () => {
  expect((await app.inject({ url: '/offers' })).json()).toEqual({ flights: false })
})

test('200: a service with a provider of fares offers them', async () => {
  const offering = await createTestFlights()
  expect((await offering.app.inject({ url: '/offers' })).json()).toEqual({ flights: true })
  await offering.close()
})

test.each([
  ['GET', '/search?origin=BOS&destinations=MCO&departureDate=2027-03-01'],
  ['GET', '/airports?query=bos'],
  ['GET', '/airlines/AA/logo'],
  ['POST', '/alerts'],
  ['POST', '/alerts/confirm'],
] as const)('404: %s %s is not offered without a provider of fares', async (method, url) => {
  const response = await app.inject({ method, url })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'not-offered' })
})

test('200: an account still exports its data', async () => {
  const headers = accounts.headersFor({ email: 'ada@example.com' })
  expect((await app.inject({ url: '/export', headers })).statusCode).toBe(200)
})
