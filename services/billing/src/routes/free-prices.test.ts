import { loadSettings } from '@walkon/service/config'
import { testEnvironment } from '@walkon/testing/service'
import { afterAll, expect, test } from 'vitest'
import { billingSettings } from '../config.ts'
import { anAddress, createTestBilling, STRIPE_SETTINGS, TODAY, TOMORROW } from '../testing/billing.ts'

const WITHOUT_STRIPE = {
  STRIPE_SECRET_KEY: undefined,
  STRIPE_WEBHOOK_SECRETS: undefined,
  STRIPE_API_URL: undefined,
}

const billing = await createTestBilling({ ...WITHOUT_STRIPE, PRICES: 'free', EMAIL_DAY_CENTS: '300' })
const { app, accounts, confirm, parkId, passesOf, post, tokenOfNewestLink } = billing
afterAll(billing.close)

const anOrder = () => ({ email: anAddress(), parkId, dates: [TODAY, TOMORROW] })

test('the price list says that passes are free, that nothing can be paid, and no price', async () => {
  expect((await app.inject({ url: '/prices' })).json()).toMatchObject({
    prices: 'free',
    takesPayments: false,
    emailDayCents: 0,
    smsDayCents: 0,
  })
})

test('202: an account has its days at once, without a code', async () => {
  const order = anOrder()
  const response = await post('/activations', order, { headers: accounts.headersFor({ email: order.email }) })

  expect(response.json()).toEqual({ status: 'active' })
  expect(await passesOf(order.email)).toMatchObject([
    { paid: false, windows: [{ date: TODAY }, { date: TOMORROW }] },
  ])
})

test('202: an address without an account has its days once it is confirmed, without a code', async () => {
  const order = anOrder()
  expect((await post('/activations', order)).json()).toEqual({ status: 'confirmation-sent' })
  expect(await passesOf(order.email)).toEqual([])

  await confirm(await tokenOfNewestLink(order.email))
  expect(await passesOf(order.email)).toHaveLength(1)
})

test('201: the form of paid orders takes free ones too', async () => {
  const response = await post('/checkouts', { ...anOrder(), channel: 'email' })

  expect(response.statusCode).toBe(201)
  expect(response.json<{ sessionId: string }>().sessionId).toMatch(/^free_/)
})

test.each([
  ['GET', '/plan'],
  ['POST', '/plan/checkout'],
  ['GET', '/assist-day'],
  ['POST', '/assist-days/checkout'],
  ['POST', '/affiliate-applications'],
  ['POST', '/promo-codes/check'],
  ['GET', '/promo-codes'],
  ['POST', '/promo-codes/FREEDAY/retire'],
  ['POST', '/payments/5b0c2d9e-3f0a-4c0e-9d55-0b8c7d1f0a11/refund'],
  ['POST', '/webhooks/stripe'],
] as const)('404: %s %s is not offered, whatever it is sent', async (method, url) => {
  for (const headers of [{}, accounts.headersFor({ email: anAddress() })]) {
    const response = await app.inject({ method, url, headers })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not-offered' })
  }
})

test('404: nothing is sold where passes are free, with the settings of Stripe too, and its webhooks are heard', async () => {
  const { app: free } = billing.build({ env: { ...STRIPE_SETTINGS, PRICES: 'free' } })
  expect((await free.inject({ url: '/prices' })).json()).toMatchObject({ takesPayments: false })
  const headers = accounts.headersFor({ email: anAddress() })
  expect((await free.inject({ url: '/plan', headers })).json()).toMatchObject({ code: 'not-offered' })
  const webhook = await free.inject({ method: 'POST', url: '/webhooks/stripe', payload: {} })
  expect(webhook.json()).not.toMatchObject({ code: 'not-offered' })
})

test('400: an activation without a code is refused where a day has a price', async () => {
  const list = billing.build({ env: { ...STRIPE_SETTINGS, PRICES: 'list' } })
  const order = anOrder()
  for (const headers of [{}, accounts.headersFor({ email: order.email })]) {
    const response = await list.app.inject({ method: 'POST', url: '/activations', payload: order, headers })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid-request' })
  }
  expect(await passesOf(order.email)).toEqual([])
})

test('403: an address that the operator has not listed orders nothing, and no mail is asked for', async () => {
  const closed = billing.build({ env: { ALLOWED_EMAILS: 'ada@example.org' } })
  for (const url of ['/activations', '/checkouts']) {
    const order = { ...anOrder(), channel: 'email' }
    const response = await closed.app.inject({ method: 'POST', url, payload: order })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'address-not-allowed' })
    expect(await billing.linksTo(order.email)).toEqual([])
  }
})

const load = (env: Record<string, string | undefined>) => () =>
  loadSettings(billingSettings, { ...testEnvironment('postgres://unused'), ...STRIPE_SETTINGS, ...env })

test('prices of a list are refused at the start where nothing can be paid', () => {
  expect(load(WITHOUT_STRIPE)).toThrow('PRICES: is `list`, and nothing can be paid without STRIPE_SECRET_KEY')
})

test('half of the settings of Stripe is refused at the start, and names what is missing', () => {
  expect(load({ STRIPE_WEBHOOK_SECRETS: undefined })).toThrow(
    'STRIPE_WEBHOOK_SECRETS: is not set, and STRIPE_SECRET_KEY is: set all or none',
  )
})
