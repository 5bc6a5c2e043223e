import { afterAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { anAddress, createTestFlights } from '../testing/flights.ts'

const { accounts, app, close, confirm, setAlert, tokenOf } = await createTestFlights()
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

  test('200: an alert that one account set for the address of another is the other’s alone, and names nobody else', async () => {
    const [ada, bob] = [anAddress(), anAddress()]
    const setBy = { email: ada, userId: randomUUID() }
    await setAlert({ email: bob }, { headers: accounts.headersFor(setBy) })
    await confirm(await tokenOf(bob))

    const adas = await exportFor(accounts.headersFor(setBy))
    const bobs = await exportFor(accounts.headersFor({ email: bob }))

    expect(adas.json()).toMatchObject({ flightAlerts: [] })
    expect(bobs.json()).toMatchObject({ flightAlerts: [{ email: bob, maxPrice: 300 }] })
    expect(bobs.body).not.toContain(ada)
    expect(bobs.body).not.toContain(setBy.userId)
  })

  test('401: the export refuses a request without a token', async () => {
    expect((await exportFor()).statusCode).toBe(401)
  })
})
