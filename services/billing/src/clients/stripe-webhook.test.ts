import { expect, test } from 'vitest'
import { stripeWebhook } from './stripe-webhook.ts'

const { listAddresses } = stripeWebhook({ secretKey: 'sk_test_1', secrets: ['whsec_1'] })

test('the addresses of an event are found in any text of it, also in a long one', { timeout: 5_000 }, () => {
  const event = { email: 'ada@example.com', note: `${'-'.repeat(60_000)} bob@example.org` }
  expect(listAddresses(Buffer.from(JSON.stringify(event)))).toEqual(['ada@example.com', 'bob@example.org'])
})
