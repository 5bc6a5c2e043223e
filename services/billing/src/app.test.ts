import { afterAll, expect, test } from 'vitest'
import { findPromoCode } from './db/promo-codes.ts'
import { seedPromoCodes } from './seed.ts'
import { anAddress, createTestBilling, TODAY } from './testing/billing.ts'

const billing = await createTestBilling()
afterAll(billing.close)

test('200: /metrics counts orders by where they stand', async () => {
  await seedPromoCodes(billing.db)
  const { parkId } = await billing.addPark()
  await billing.post('/activations', { email: anAddress(), parkId, dates: [TODAY], promoCode: 'FREEDAY' })

  const { body } = await billing.app.inject({ url: '/metrics' })

  expect(body).toContain('orders{status="awaiting-confirmation",service="billing"} 1')
})

test('seeding again leaves codes as they are', async () => {
  await seedPromoCodes(billing.db)
  const before = await findPromoCode(billing.db, 'FREEDAY')

  await seedPromoCodes(billing.db)

  expect(await findPromoCode(billing.db, 'FREEDAY')).toEqual(before)
})
