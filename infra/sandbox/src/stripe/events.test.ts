import { expect, test } from 'vitest'
import { buy, startStripe } from '../testing/stripe-sandbox.ts'

test('events are listed newest first, in pages', async () => {
  const running = await startStripe()
  await buy(running)

  const all = await running.client.events.list({ limit: 100 }).autoPagingToArray({ limit: 100 })
  const paged = await running.client.events.list({ limit: 1 }).autoPagingToArray({ limit: 100 })

  expect(all.map(({ type }) => type)).toEqual([
    'checkout.session.completed',
    'charge.succeeded',
    'payment_intent.succeeded',
  ])
  expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  const completed = await running.client.events.list({ types: ['checkout.session.completed'] })
  expect(completed.data).toHaveLength(1)
})
