import { processorSecondsOf } from '@walkon/service/testing/processor-time'
import { expect, test } from 'vitest'
import { stripeWebhook } from './stripe-webhook.ts'

const { listAddresses } = stripeWebhook({ secretKey: 'sk_test_1', secrets: ['whsec_1'] })

test('the addresses of an event are found in any text of it, in one pass through a long one', async () => {
  const event = { email: 'ada@example.com', note: `${'-'.repeat(60_000)} bob@example.org` }
  const read = () =>
    expect(listAddresses(Buffer.from(JSON.stringify(event)))).toEqual(['ada@example.com', 'bob@example.org'])
  expect(await processorSecondsOf(read)).toBeLessThan(5)
})
