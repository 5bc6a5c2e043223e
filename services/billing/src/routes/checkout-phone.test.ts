import { afterAll, expect, test } from 'vitest'
import { anAddress, createTestBilling, TODAY } from '../testing/billing.ts'

// Nothing is paid, so that Stripe is not needed.
const billing = await createTestBilling({ EMAIL_DAY_CENTS: '0', SMS_DAY_CENTS: '0', SMS_ENABLED: 'true' })
afterAll(billing.close)

const order = (channel: 'email' | 'sms', phone: string) =>
  billing.post('/checkouts', {
    email: anAddress(),
    parkId: billing.parkId,
    dates: [TODAY],
    channel,
    phone,
  })

test('201: a phone number is left out of an order for email alerts', async () => {
  expect((await order('email', '+14075550142')).statusCode).toBe(201)
})

test('400: what is no phone number is refused, also for email alerts', async () => {
  const response = await order('email', 'call me')

  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    code: 'invalid-request',
    errors: [{ path: expect.stringContaining('phone') }],
  })
})

test('429: free orders of one client network name ten numbers a day, each as often as it likes; email orders go on', async () => {
  const named = Array.from({ length: 9 }, (_, at) => `+1407555020${at}`)
  for (const phone of [...named, ...named]) expect((await order('sms', phone)).statusCode).toBe(201)

  await order('sms', '+14075550142')
  const refused = await order('sms', '+14075550299')

  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'too-many-numbers' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await order('sms', named[0] ?? '')).statusCode).toBe(201)
  expect((await order('email', '+14075550299')).statusCode).toBe(201)
})
