import { linkHeaders } from '@walkon/testing/service'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({
  PROMO_GUESSES_PER_CLIENT: '1000',
  ACTIVATION_MAILS_PER_CLIENT: '1000',
})
const { activate, activateOwn, clock, confirm, later, linksTo, passesOf, redemptionsOf } = billing
const { accounts, askForLink } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const SENT = { status: 'confirmation-sent' }
const ACTIVE = { status: 'active' }

test('202: a request without a proof gets a confirmation link, and makes no pass', async () => {
  const email = anAddress()

  const response = await activate({ email, dates: [TOMORROW, TODAY, TODAY] })

  expect(response.statusCode).toBe(202)
  expect(response.json()).toEqual(SENT)
  expect(await linksTo(email)).toMatchObject([
    {
      notification: { name: 'confirm-alerts', about: ['Magic Kingdom', 'July 1 and 2'] },
      expiresAt: '2026-07-02T16:00:00.000Z',
    },
  ])
  expect(await passesOf(email)).toEqual([])
})

test('202: an address with an earlier confirmed order gets a link too, and keeps its passes unchanged', async () => {
  const email = anAddress()
  await confirm(await askForLink({ email }))
  later(20)

  const response = await activate({ email, dates: [TOMORROW] })

  expect(response.json()).toEqual(SENT)
  expect(await linksTo(email)).toHaveLength(2)
  expect(await passesOf(email)).toHaveLength(1)
})

test('202: the account token or manage link of another address does not prove this one', async () => {
  const other = anAddress()
  for (const headers of [accounts.headersFor({ email: other }), await linkHeaders(other)]) {
    const email = anAddress()
    expect((await activate({ email }, { headers })).json()).toEqual(SENT)
    expect(await passesOf(email)).toEqual([])
  }
})

test('401: the unsubscribe link of an address does not prove it', async () => {
  const email = anAddress()
  const headers = await linkHeaders(email, 'unsubscribe')
  expect((await activate({ email }, { headers })).statusCode).toBe(401)
})

test('202: an address is normalised: spaces around it and its case make no difference', async () => {
  await activate({ email: '  Someone@Example.COM ' })

  expect(await linksTo('someone@example.com')).toHaveLength(1)
})

test('202: two equal requests at once place one order and send one mail', async () => {
  const email = anAddress()

  const responses = await Promise.all([activate({ email }), activate({ email })])

  expect(responses.map((response) => response.json())).toEqual([SENT, SENT])
  expect(await linksTo(email)).toHaveLength(1)
})

test('202: a repeated request gets the same answer before and after its link was used', async () => {
  const email = anAddress()
  await confirm(await askForLink({ email }))

  expect((await activate({ email })).json()).toEqual(SENT)
  expect(await linksTo(email)).toHaveLength(1)
})

test('202: the same request a minute later sends another link for the same order', async () => {
  const email = anAddress()
  const first = await askForLink({ email })
  later(1)
  const second = await askForLink({ email })

  await confirm(first)
  await confirm(second)

  expect(await passesOf(email)).toHaveLength(1)
})

test.for([['a new address'], ['an address with alerts']] as const)(
  '429: %s must wait a minute between the links of two orders, and redeems no promo code meanwhile',
  async ([which]) => {
    const email = anAddress()
    if (which === 'an address with alerts') await activateOwn({ email, dates: [TOMORROW] })
    await activate({ email })
    const before = await redemptionsOf('FREEDAY')

    const response = await activate({ email, dates: [TOMORROW] })

    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(response.headers['retry-after']).toBe('60')
    expect(await redemptionsOf('FREEDAY')).toBe(before)
  },
)

test('429: a client network has three links a day sent to an address, all together ten, while its account and manage link still activate', async () => {
  const email = anAddress()
  const ask = async (day: number, network: number) => {
    later(1)
    const dates = [`2026-08-${String(day).padStart(2, '0')}`]
    return (await activate({ email, dates }, { remoteAddress: `10.3.${network}.1` })).statusCode
  }
  expect([await ask(1, 1), await ask(2, 1), await ask(3, 1), await ask(4, 1)]).toEqual([202, 202, 202, 429])
  const others = []
  for (let day = 5; day <= 12; day++) others.push(await ask(day, day))
  expect(others).toEqual([...Array(7).fill(202), 429])

  const response = await activate({ email, dates: ['2026-08-21'] })

  expect(response.json()).toMatchObject({ status: 429, code: 'address-mailed-enough' })
  expect(await linksTo(email)).toHaveLength(10)
  expect((await activateOwn({ email, dates: ['2026-08-21'] })).json()).toEqual(ACTIVE)
  const headers = await linkHeaders(email)
  expect((await activate({ email, dates: ['2026-08-22'] }, { headers })).json()).toEqual(ACTIVE)
})

test('429: a manage link places ten orders a day, also if it was forwarded, and the account places more', async () => {
  const email = anAddress()
  const headers = await linkHeaders(email)
  const ask = async (day: number) =>
    (await activate({ email, dates: [`2026-08-${String(day).padStart(2, '0')}`] }, { headers })).json()
  for (let day = 1; day <= 10; day++) expect(await ask(day)).toEqual(ACTIVE)

  expect(await ask(10)).toEqual(ACTIVE)
  expect(await ask(11)).toMatchObject({ status: 429, code: 'address-mailed-enough' })
  expect((await activateOwn({ email, dates: ['2026-08-11'] })).json()).toEqual(ACTIVE)
})
