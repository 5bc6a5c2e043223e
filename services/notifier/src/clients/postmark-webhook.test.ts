import { processorSecondsOf } from '@walkon/service/testing/processor-time'
import { expect, test } from 'vitest'
import { postmarkWebhook } from './postmark-webhook.ts'

const streams = {
  alerts: 'outbound',
  letters: 'outbound',
  newsletter: 'broadcast',
  flights: 'broadcast',
  restaurants: 'broadcast',
  'lightning-lane': 'broadcast',
}
const { listAddresses } = postmarkWebhook({ user: 'postmark', passwords: ['secret'], streams })

test('the addresses of a body are found in any text of it, in one pass through a long one', async () => {
  const body = { Email: 'ada@example.com', Details: `${'-'.repeat(60_000)} of bob@example.org.` }
  const read = () =>
    expect(listAddresses(Buffer.from(JSON.stringify(body)))).toEqual(['ada@example.com', 'bob@example.org'])
  expect(await processorSecondsOf(read)).toBeLessThan(5)
})
