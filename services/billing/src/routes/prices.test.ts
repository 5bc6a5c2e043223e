import { afterAll, expect, test } from 'vitest'
import { createTestBilling } from '../testing/billing.ts'

const { app, close } = await createTestBilling({
  SMS_DAY_CENTS: '700',
  SMS_ENABLED: 'true',
  PLAN_GRACE_DAYS: '5',
  DAILY_PASSES_PER_PARK: '40',
})
afterAll(close)

test('200: the price list shows the settings of billing', async () => {
  const response = await app.inject({ url: '/prices' })

  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('public, max-age=60')
  expect(response.json()).toEqual({
    prices: 'list',
    takesPayments: true,
    currency: 'usd',
    smsDayCents: 700,
    emailDayCents: 100,
    unlimitedMonthCents: 1_500,
    assistDayCents: 500,
    passHours: 24,
    planGraceDays: 5,
    smsEnabled: true,
    dailyPassesPerPark: 40,
  })
})
