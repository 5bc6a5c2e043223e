import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, createTestFlights, NOON, tokenIn } from '../testing/flights.ts'

const flights = await createTestFlights({ ALERTS_PER_CLIENT: '40', FARES_KEPT_SECONDS: '0' })
const {
  anAccount,
  app,
  clock,
  confirm,
  db,
  deleteAlert,
  duffel,
  lettersTo,
  listAlerts,
  setAlert,
  tokenOf,
  watch,
} = flights
afterAll(flights.close)
beforeEach(async () => {
  clock.now = NOON
  await flights.clear()
})

describe('GET and DELETE /alerts', () => {
  test('the link of a mail opens the alerts of its address, and those of no other', async () => {
    const [email, other] = [anAddress(), anAddress()]
    await duffel.pinFare(20_000)
    await watch(email)
    await watch(other)
    await flights.check()
    const [deal] = (await lettersTo(email)).filter(({ name }) => name === 'flight-deal')
    const link = deal?.further?.[0]
    const headers = { authorization: `Bearer ${link && 'path' in link ? tokenIn(link.path) : ''}` }

    const { items } = await listAlerts(headers)
    expect(items).toMatchObject([
      { email, toldCents: 20_000, prices: [{ date: '2026-11-25', cents: 20_000 }] },
    ])
    expect(await deleteAlert(items[0]?.id ?? '', headers)).toBe(204)
    expect((await listAlerts(headers)).items).toEqual([])
    expect(await db.execute(sql`select from flight_alerts where email = ${other}`)).toHaveLength(1)
  })

  test('401: the manage link of ride alerts opens no flight alerts', async () => {
    clock.now = new Date()
    expect((await listAlerts(await linkHeaders('ada@example.com', 'manage'))).status).toBe(401)
    expect((await listAlerts(await linkHeaders('ada@example.com', 'flights'))).status).toBe(200)
  })

  test('an account that typed another’s address has no right to the alert, before and after its owner says yes', async () => {
    const stranger = anAccount()
    const owner = anAccount()
    await setAlert({ email: owner.email }, { headers: stranger.headers })
    const [waiting] = (await listAlerts(owner.headers)).items
    expect((await listAlerts(stranger.headers)).items).toEqual([])
    expect(await deleteAlert(waiting?.id ?? '', stranger.headers)).toBe(404)

    await confirm(await tokenOf(owner.email))
    expect((await listAlerts(stranger.headers)).items).toEqual([])
    expect(await deleteAlert(waiting?.id ?? '', stranger.headers)).toBe(404)
    expect((await listAlerts(owner.headers)).items).toMatchObject([{ status: 'active' }])
  })

  test('404: another visitor deletes nothing, and is answered as for what does not exist', async () => {
    const owner = anAccount()
    await setAlert({ email: owner.email }, { headers: owner.headers })
    const [alert] = (await listAlerts(owner.headers)).items
    const outsider = anAccount()

    expect((await listAlerts(outsider.headers)).items).toEqual([])
    expect(await deleteAlert(alert?.id ?? '', outsider.headers)).toBe(404)
    expect(await deleteAlert(randomUUID(), outsider.headers)).toBe(404)
    expect((await listAlerts(owner.headers)).items).toHaveLength(1)
  })

  test('an alert that was set before its account is the account’s too', async () => {
    const { email, headers } = anAccount()
    await watch(email)

    expect((await listAlerts(headers)).items).toMatchObject([{ email, status: 'active' }])
    const exported = (await app.inject({ url: '/export', headers })).json<{ flightAlerts: unknown[] }>()
    expect(exported.flightAlerts).toMatchObject([{ email, maxPrice: 300 }])
    expect(JSON.stringify(exported)).not.toContain('Hash')
  })
})
