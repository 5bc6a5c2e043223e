import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestFlights } from '../testing/flights.ts'

const flights = await createTestFlights()
const { app, duffel } = flights
afterAll(flights.close)
afterEach(() => duffel.recover())

const logo = (code: string) => app.inject({ url: `/airlines/${code}/logo` })

test('200: a logo is an SVG that runs and loads nothing, fetched once', async () => {
  const first = await logo('BA')
  await duffel.fail('down')
  const second = await logo('BA')

  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(first.headers['content-type']).toMatch(/^image\/svg\+xml/)
  expect(first.headers['content-security-policy']).toContain("default-src 'none'")
  expect(first.body).toContain('<svg')
})

test('404: an airline without a logo; 400: what is no code; 503: the host of logos is away', async () => {
  expect((await logo('TK')).statusCode).toBe(404)
  expect((await logo('BAW')).statusCode).toBe(400)
  await duffel.fail('down')
  expect((await logo('DL')).statusCode).toBe(503)
})
