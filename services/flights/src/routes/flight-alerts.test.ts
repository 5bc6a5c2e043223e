import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { AN_ALERT, anAddress, createTestFlights, DEPARTURE, NOON, tokenIn } from '../testing/flights.ts'

const flights = await createTestFlights({ ALERTS_PER_CLIENT: '40', FARES_KEPT_SECONDS: '0' })
const {
  anAccount,
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

let clients = 0
const aClient = () => ({ remoteAddress: `10.7.${(clients += 1)}.1` })

describe('POST /alerts', () => {
  test('403: an address that the operator has not listed sets no alert, and no mail is asked for', async () => {
    const closed = flights.build({ env: { ...duffel.env, ALLOWED_EMAILS: '@example.org' } })
    const email = anAddress()
    const refused = await closed.app.inject({
      method: 'POST',
      url: '/alerts',
      payload: { ...AN_ALERT, email },
    })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'address-not-allowed' })
    expect(await lettersTo(email)).toEqual([])
  })

  test('202: an alert of an address that nobody proved is stored as asked, and a link is mailed before anything is looked for', async () => {
    const email = anAddress()
    expect(await setAlert({ email: ` ${email.toUpperCase()}`, homeAirport: 'bos' })).toEqual({
      status: 202,
      body: { status: 'confirmation-sent' },
    })
    await flights.check()

    const [stored] = await db.execute(sql`select * from flight_alerts`)
    expect(stored).toMatchObject({
      home_airport: 'BOS',
      destination_park: 'disney-world',
      email,
      max_price: 300,
      departure_date_start: DEPARTURE,
      departure_date_end: DEPARTURE,
      return_date_start: null,
      return_date_end: null,
      cabin_class: 'ECONOMY',
      passengers: 1,
      active: true,
      confirmed_at: null,
    })
    const letters = await lettersTo(email)
    expect(letters).toMatchObject([
      { name: 'confirm-flight-alert', list: undefined, whenUnsubscribed: { list: 'flights' } },
    ])
    expect(await duffel.searches()).toEqual([])
  })

  test('202: the account of the address proves it', async () => {
    const { email, headers } = anAccount()

    expect((await setAlert({ email }, { headers })).body).toEqual({ status: 'active' })
    expect(await lettersTo(email)).toEqual([])
    expect((await listAlerts(headers)).items).toMatchObject([{ status: 'active', email }])
  })

  test('202: another account does not prove an address', async () => {
    const { headers } = anAccount()

    expect((await setAlert({ email: anAddress() }, { headers })).body).toEqual({
      status: 'confirmation-sent',
    })
  })

  test('202: the same alert twice at once is stored once, and its link is mailed once', async () => {
    const email = anAddress()
    const answers = await Promise.all([setAlert({ email }), setAlert({ email })])

    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await lettersTo(email)).toHaveLength(1)
    expect(await db.execute(sql`select from flight_alerts`)).toHaveLength(1)
  })

  test('202: after a minute the link is mailed again, and the one before works no more', async () => {
    const email = anAddress()
    await setAlert({ email })
    const first = await tokenOf(email)
    flights.later(0.02)
    await setAlert({ email })

    expect((await confirm(first)).status).toBe(404)
    expect((await confirm(await tokenOf(email))).status).toBe(200)
  })

  test('429: one client network has three mails a day sent to an address, all together ten, and a refusal stores nothing', async () => {
    const email = anAddress()
    const ask = async (maxPrice: number, from = aClient()) =>
      (await setAlert({ email, maxPrice }, from)).status
    const stranger = aClient()
    const ofStranger = [await ask(1, stranger), await ask(2, stranger), await ask(3, stranger)]
    expect(ofStranger).toEqual([202, 202, 202])
    expect(await ask(4, stranger)).toBe(429)

    const others = []
    for (let price = 5; price <= 14; price += 1) others.push(await ask(price))
    expect(others.filter((status) => status === 202)).toHaveLength(7)
    expect(others.at(-1)).toBe(429)
    expect(await lettersTo(email)).toHaveLength(10)
    expect(await db.execute(sql`select from flight_alerts`)).toHaveLength(10)
  })

  test('429: asking again for the same alert takes no mail of the day back', async () => {
    const email = anAddress()
    const statuses = []
    for (let round = 0; round < 12; round += 1) {
      statuses.push((await setAlert({ email }, aClient())).status)
      flights.later(0.02)
    }

    expect(statuses.filter((status) => status === 202)).toHaveLength(10)
    expect(await lettersTo(email)).toHaveLength(10)
  })

  test('202: what an owner deletes and sets again costs the address no mail beyond the day’s', async () => {
    const { email, headers } = anAccount()
    const statuses = []
    for (let round = 0; round < 4; round += 1) {
      statuses.push((await setAlert({ email })).status)
      const [alert] = (await listAlerts(headers)).items
      await deleteAlert(alert?.id ?? '', headers)
    }

    expect(statuses).toEqual([202, 202, 202, 429])
    expect((await setAlert({ email }, { headers })).body).toEqual({ status: 'active' })
  })

  test('202: of an alert that is on, its owner is told so by mail, and the answer is that of a first time', async () => {
    const email = anAddress()
    await watch(email)
    flights.later(0.02)

    expect((await setAlert({ email })).body).toEqual({ status: 'confirmation-sent' })
    const letters = await lettersTo(email)
    expect(letters.map(({ name }) => name)).toEqual(['confirm-flight-alert', 'flight-alert-on'])
    const action = letters.at(-1)?.action
    const headers = { authorization: `Bearer ${action && 'path' in action ? tokenIn(action.path) : ''}` }
    expect((await listAlerts(headers)).items).toMatchObject([{ email, status: 'active' }])
  })

  test('409: an account has at most ten active alerts, and deleting one makes room', async () => {
    const { email, headers } = anAccount()
    for (let price = 1; price <= 10; price += 1)
      await setAlert({ email, maxPrice: price }, { headers, ...aClient() })

    const full = await setAlert({ email, maxPrice: 11 }, { headers })
    expect(full).toMatchObject({ status: 409, body: { code: 'flight-alerts-full' } })

    const [newest] = (await listAlerts(headers)).items
    expect(await deleteAlert(newest?.id ?? '', headers)).toBe(204)
    expect((await setAlert({ email, maxPrice: 11 }, { headers })).status).toBe(202)
  })

  test.for([
    ['an airport of another destination', { airport: 'LAX' }, 422],
    ['a departure that is over', { departureDate: '2026-11-24' }, 422],
    ['a return before the departure', { returnDate: '2027-02-01' }, 422],
    ['a price that is no whole number', { maxPrice: 99.5 }, 400],
    ['no price', { maxPrice: 0 }, 400],
    ['no address', { email: 'ada' }, 400],
    ['another destination', { destinationPark: 'legoland' as never }, 400],
  ] as const)('%s is refused, and nothing is stored', async ([, alert, status]) => {
    expect((await setAlert(alert)).status).toBe(status)
    expect(await db.execute(sql`select from flight_alerts`)).toHaveLength(0)
  })

  test('429: one client network sets a number of alerts an hour', async () => {
    const from = aClient()
    const statuses = []
    for (let sent = 0; sent < 41; sent += 1)
      statuses.push((await setAlert({ email: anAddress() }, from)).status)

    expect(statuses.at(-2)).toBe(202)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('POST /alerts/confirm', () => {
  test('200: looking at a link changes nothing, following it turns the alert on, and following it again is the same', async () => {
    const email = anAddress()
    await setAlert({ email })
    const token = await tokenOf(email)

    expect((await flights.describe(token)).body).toMatchObject({
      email,
      homeAirport: 'BOS',
      isConfirmed: false,
    })
    expect(await confirm(token)).toMatchObject({ status: 200, body: { isConfirmed: true } })
    expect(await confirm(token)).toMatchObject({ status: 200, body: { isConfirmed: true } })
    await flights.check()
    expect(await duffel.searches()).toHaveLength(1)
  })

  test('404: a link that is none; 410: one that is too old, or whose departure is over', async () => {
    const [email, late] = [anAddress(), anAddress()]
    await setAlert({ email })
    await setAlert({ email: late, departureDate: '2026-11-25' })

    expect((await confirm('none')).status).toBe(404)
    flights.later(30)
    expect((await confirm(await tokenOf(late))).status).toBe(410)
    flights.later(20)
    expect((await confirm(await tokenOf(email))).status).toBe(410)
  })

  test('409: the link of an eleventh alert turns nothing on', async () => {
    const { email, headers } = anAccount()
    for (let price = 1; price <= 10; price += 1)
      await setAlert({ email, maxPrice: price }, { headers, ...aClient() })
    await setAlert({ email, maxPrice: 11 })

    expect(await confirm(await tokenOf(email))).toMatchObject({
      status: 409,
      body: { code: 'flight-alerts-full' },
    })
  })
})
