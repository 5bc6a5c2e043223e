import { expect, test, vi } from 'vitest'
import { buy, startStripe } from '../testing/stripe-sandbox.ts'

test('a refund gives back at most what was paid, in parts or at once', async () => {
  const running = await startStripe()
  const { client } = running
  const intent = await buy(running)

  await client.refunds.create({ payment_intent: intent, amount: 100 })
  expect(await client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).toMatchObject({
    latest_charge: { amount: 300, amount_refunded: 100, disputed: false },
  })
  await expect(client.refunds.create({ payment_intent: intent, amount: 201 })).rejects.toThrow('greater than')
  await client.refunds.create({ payment_intent: intent })
  await expect(client.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })

  const { data } = await client.refunds.list({ payment_intent: intent })
  expect(data.map(({ amount }) => amount)).toEqual([200, 100])
  const payments = await running.control('GET', '/payments?email=visitor@example.com')
  expect(await payments.json()).toMatchObject([{ status: 'paid', amountCents: 300, refundedCents: 300 }])
})

test('a disputed charge is not refunded', async () => {
  const running = await startStripe()
  const intent = await buy(running)
  const [payment] = (await (await running.control('GET', '/payments')).json()) as { sessionId: string }[]

  await running.control('POST', `/payments/${payment?.sessionId}/dispute`, {})

  await expect(running.client.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  })
})

test('a dispute that is won leaves its mark at the charge, which can be refunded again; a dispute is closed once', async () => {
  const running = await startStripe()
  const intent = await buy(running)
  const [payment] = (await (await running.control('GET', '/payments')).json()) as { sessionId: string }[]
  const path = `/payments/${payment?.sessionId}/dispute`
  await running.control('POST', path, {})

  expect((await running.control('POST', `${path}/close`, { outcome: 'won' })).status).toBe(200)

  const { data } = await running.client.disputes.list({ payment_intent: intent })
  expect(data.map(({ status }) => status)).toEqual(['won'])
  const paid = await running.client.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(paid.latest_charge).toMatchObject({ disputed: true })
  expect(await running.client.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 300 })
  expect((await running.control('POST', `${path}/close`, { outcome: 'lost' })).status).toBe(409)
})

test('a refund that fails later puts the money back', async () => {
  const running = await startStripe()
  const intent = await buy(running)
  const refund = await running.client.refunds.create({ payment_intent: intent })

  await running.control('POST', `/refunds/${refund.id}/fail`, {})

  expect(await running.client.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
  await vi.waitFor(() => expect(running.types()).toContain('refund.failed'))
  await expect(running.client.refunds.create({ payment_intent: intent })).resolves.toMatchObject({
    amount: 300,
  })
})
