import { afterAll, expect, test } from 'vitest'
import { findPromoCode } from './db/promo-codes/promo-codes.ts'
import { seedPromoCodes } from './use-cases/promo-codes/seed-promo-codes.ts'
import { createTestBilling } from './testing/billing.ts'

const billing = await createTestBilling()
afterAll(billing.close)

test('metrics count orders by status', async () => {
  await billing.activate()

  expect(await billing.metrics.metrics()).toContain(
    'orders{status="awaiting-confirmation",service="billing"} 1',
  )
})

test('seeding a second time leaves the promo codes unchanged', async () => {
  const before = await findPromoCode(billing.db, 'FREEDAY')

  await seedPromoCodes(billing.db)

  expect(await findPromoCode(billing.db, 'FREEDAY')).toEqual(before)
})
