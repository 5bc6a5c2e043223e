import { afterAll, expect, test } from 'vitest'
import { findPromoCode } from './db/promo-codes.ts'
import { seedPromoCodes } from './use-cases/seed-promo-codes.ts'
import { createTestBilling } from './testing/billing.ts'

const billing = await createTestBilling()
afterAll(billing.close)

test('200: /metrics counts orders by status', async () => {
  await billing.activate()

  const { body } = await billing.app.inject({ url: '/metrics' })

  expect(body).toContain('orders{status="awaiting-confirmation",service="billing"} 1')
})

test('seeding a second time leaves the promo codes unchanged', async () => {
  const before = await findPromoCode(billing.db, 'FREEDAY')

  await seedPromoCodes(billing.db)

  expect(await findPromoCode(billing.db, 'FREEDAY')).toEqual(before)
})
