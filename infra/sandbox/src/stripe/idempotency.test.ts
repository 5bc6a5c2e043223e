import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { buy, startStripe } from '../testing/stripe-sandbox.ts'

test('the same idempotency key gives the same answer, and does nothing twice', async () => {
  const running = await startStripe()
  const intent = await buy(running)
  const again = () =>
    running.client.refunds.create({ payment_intent: intent, amount: 100 }, { idempotencyKey: 'k' })

  const [first, second] = [await again(), await again()]

  expect(second.id).toBe(first.id)
  expect((await running.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
  await expect(
    running.client.refunds.create({ payment_intent: intent, amount: 50 }, { idempotencyKey: 'k' }),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('an answer of 500 after the refund was made is kept under its key: only looking it up tells', async () => {
  const running = await startStripe()
  const intent = await buy(running)
  const refund = () => running.client.refunds.create({ payment_intent: intent }, { idempotencyKey: 'k' })
  await running.control('POST', '/faults', { provider: 'stripe', kind: 'error-after-accept', count: 1 })

  await expect(refund()).rejects.toMatchObject({ statusCode: 500 })
  await expect(refund()).rejects.toMatchObject({ statusCode: 500 })

  expect((await running.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
})

test('a connection that closes after the refund was made leaves the answer under its key', async () => {
  const running = await startStripe()
  const intent = await buy(running)
  const retrying = new Stripe('sk_test_1', { ...running.options, maxNetworkRetries: 2 })
  await running.control('POST', '/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 1 })

  await retrying.refunds.create({ payment_intent: intent }, { idempotencyKey: 'k' })

  expect((await running.client.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
})
