import { afterAll, describe, expect, test } from 'vitest'
import { anAddress, createTestFlights } from '../testing/flights.ts'

const { accounts, app, close, setAlert } = await createTestFlights()
afterAll(close)

const exportFor = (headers: Record<string, string> = {}) => app.inject({ url: '/export', headers })

describe('GET /export', () => {
  test('200: the export has the alerts of the account, and an outsider’s has none of them', async () => {
    const email = anAddress()
    const headers = accounts.headersFor({ email })
    await setAlert({ email }, { headers })

    const own = await exportFor(headers)
    const outsiders = await exportFor(accounts.headersFor({ email: anAddress() }))

    expect(own.headers['cache-control']).toBe('no-store')
    expect(own.json()).toMatchObject({
      flightAlerts: [{ email, maxPrice: 300, cabinClass: 'ECONOMY' }],
      adminActions: [],
    })
    expect(outsiders.json()).toEqual({ flightAlerts: [], adminActions: [] })
  })

  test('401: the export refuses a request without a token', async () => {
    expect((await exportFor()).statusCode).toBe(401)
  })
})
